// The search card.

import { byId, make } from './elements.js';
import { go, question } from './address.js';
import { PlaceField } from './combobox.js';
import { addMonths, monthName, today } from './words.js';

const monthsAhead = 12;
// A choice of a day belongs to the route and dates that it was chosen for.
const noDay = { departure_date: null, return_date: null };
let origin, destination;

/** Fills the card and has it change the question. */
export function startCard() {
  const choose = (name) => (value) => go({ [name]: value, ...noDay });
  origin = new PlaceField(byId('origin-field'), { name: 'origin', label: 'From', chosen: choose('origin') });
  destination = new PlaceField(byId('destination-field'), {
    name: 'destination', label: 'To', empty: 'Everywhere', chosen: choose('destination'),
  });
  byId('card').addEventListener('submit', (event) => event.preventDefault());
  byId('swap').addEventListener('click', () => {
    byId('swap').classList.toggle('turned');
    const q = question();
    go({ origin: q.destination ?? '', destination: q.origin ?? '' });
  });
  byId('trip').addEventListener('change', (event) => {
    go({ trip: event.target.value === 'return' ? 'return' : null, nights_min: null, nights_max: null, return_date: null });
  });
  byId('nights').addEventListener('change', (event) => {
    const nights = event.target.value;
    go({ nights_min: nights, nights_max: nights, return_date: null });
  });
  byId('month').addEventListener('change', (event) => go({ month: event.target.value, ...noDay }));
}

/** Shows the question in the card. */
export function showCard(q, month) {
  origin.set(q.origin ?? '');
  destination.set(q.destination ?? '');
  byId('trip').value = q.trip ?? 'one_way';
  byId('nights-field').hidden = q.trip !== 'return';
  byId('nights').value = q.nights_min === q.nights_max ? q.nights_min ?? '' : '';
  const first = today().slice(0, 7);
  const months = [...Array(monthsAhead).keys()].map((i) => addMonths(first, i));
  if (month && !months.includes(month)) months.push(month);
  const any = q.destination ? [] : [make('option', { value: '' }, 'Any time')];
  byId('month').replaceChildren(...any, ...months.sort().map((one) => make('option', { value: one }, monthName(one))));
  byId('month').value = month ?? '';
}
