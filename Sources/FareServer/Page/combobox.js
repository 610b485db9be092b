// A field with a list of places that begin with what was typed: the ARIA pattern of a combobox with a list box.

import { make } from './elements.js';
import { ask } from './ask.js';

const pause = 80;  // Milliseconds of no typing before the server is asked.

/** The value of a place in a question. */
export const placeValue = (place) => (place.kind === 'city' ? `city:${place.code}` : place.code);
/** A place in a few words. */
export const placeWords = (place) => {
  const where = place.kind === 'city' ? `${place.name}, all airports` : place.name;
  return `${where} (${place.code})`;
};

export class PlaceField {
  /** Fills `holder`. `empty` is what no place means; nil when one is needed. `chosen` is called with a value. */
  constructor(holder, { name, label, empty = null, chosen }) {
    this.name = name;
    this.empty = empty;
    this.chosen = chosen;
    this.value = '';
    this.places = [];
    this.active = -1;
    this.input = make('input', {
      id: name, type: 'text', role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false',
      'aria-controls': `${name}-list`, spellcheck: 'false', placeholder: empty ?? 'City or airport',
      oninput: () => this.typed(), onkeydown: (event) => this.pressed(event),
      onfocus: () => this.input.select(), onblur: () => this.left(),
    });
    this.list = make('ul', { id: `${name}-list`, role: 'listbox', class: 'choices', 'aria-label': label, hidden: true });
    holder.append(make('label', { for: name }, label), this.input, this.list);
  }

  /** Shows a value, first as it is and then by its name. */
  async set(value) {
    if (value === this.value) return;
    this.value = value;
    this.input.value = value.replace('city:', '');
    if (!value) return;
    const code = value.replace('city:', '').toUpperCase();
    const answer = await ask('places', { text: code, limit: 20 }, `name of ${this.name}`).catch(() => null);
    const isCity = value.startsWith('city:');
    const same = answer?.places.filter((place) => place.code === code) ?? [];
    const place = same.find((one) => (one.kind === 'city') === isCity) ?? same[0];
    if (place && this.value === value && document.activeElement !== this.input) this.input.value = placeWords(place);
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), pause);
  }

  async look() {
    const text = this.input.value.trim();
    if (!text) return this.offer(this.empty ? [null] : []);
    const answer = await ask('places', { text, limit: 8 }, this.name).catch(() => ({ places: [] }));
    if (answer && document.activeElement === this.input) this.offer(answer.places);
  }

  offer(places) {
    this.places = places;
    this.active = places.length ? 0 : -1;
    this.list.replaceChildren(...places.map((place, index) => make(
      'li',
      {
        id: `${this.name}-${index}`, role: 'option', 'aria-selected': String(index === this.active),
        // The field would lose the focus, and the list with it, before a click came.
        onmousedown: (event) => event.preventDefault(), onclick: () => this.choose(index),
      },
      place ? placeWords(place) : this.empty,
      place ? make('small', {}, ` ${[place.city, place.country].filter(Boolean).join(', ')}`) : null,
    )));
    this.open(places.length > 0);
    this.mark();
  }

  open(isOpen) {
    this.list.hidden = !isOpen;
    this.input.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) this.input.removeAttribute('aria-activedescendant');
  }

  mark() {
    [...this.list.children].forEach((item, index) => item.setAttribute('aria-selected', String(index === this.active)));
    if (this.active >= 0 && !this.list.hidden) {
      this.input.setAttribute('aria-activedescendant', `${this.name}-${this.active}`);
      this.list.children[this.active]?.scrollIntoView({ block: 'nearest' });
    }
  }

  pressed(event) {
    const count = this.places.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (this.list.hidden) return void this.look();
      this.active = (this.active + (event.key === 'ArrowDown' ? 1 : count - 1)) % count;
      this.mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!this.list.hidden && this.active >= 0) this.choose(this.active);
      else this.take();
    } else if (event.key === 'Escape') {
      this.open(false);
    }
  }

  /** Takes what was typed without a choice: nothing, or the first that it could mean. */
  async take() {
    clearTimeout(this.timer);
    await this.look();
    if (this.places.length) this.choose(0);
  }

  choose(index) {
    const place = this.places[index];
    this.value = place ? placeValue(place) : '';
    this.input.value = place ? placeWords(place) : '';
    this.open(false);
    this.chosen(this.value);
  }

  left() {
    this.open(false);
    if (!this.input.value.trim() && this.empty && this.value) {
      this.value = '';
      this.chosen('');
    }
  }
}
