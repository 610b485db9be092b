// Days of departure against days of return, around the chosen dates.

import { make, show } from './elements.js';
import { ask } from './ask.js';
import { go, shared } from './address.js';
import { bandWords, dayName, labels, locale, shortDay, signs } from './words.js';

/** Shows the matrix around the chosen dates. */
export async function showMatrix(q) {
  const answer = await ask('matrix', {
    origin: q.origin, destination: q.destination, departure_date: q.departure_date, return_date: q.return_date, flex_days: 3,
    ...shared(q, 'combine', 'direct_only', 'max_stops', 'carriers'), locale: locale(),
  });
  if (!answer) return;
  const head = make('tr', {}, make('th', { scope: 'col' }, 'Out \\ Back'), ...answer.return_dates.map((day) => make('th', { scope: 'col' }, shortDay(day))));
  const rows = answer.cells.map((cells, index) => {
    const out = answer.departure_dates[index];
    return make('tr', {}, make('th', { scope: 'row' }, shortDay(out)), ...cells.map((cell, column) => priced(cell, out, answer.return_dates[column], q)));
  });
  show(
    'matrix',
    make('h2', { id: 'matrix-title' }, 'Around these days'),
    make('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Prices by day of departure and return' },
      make('table', { class: 'grid' }, make('thead', {}, head), make('tbody', {}, ...rows))),
    make('p', { class: 'note' }, answer.currency ? bandWords(answer.bands, answer.currency) : 'No return fares were observed around these days.'),
  );
}

function priced(cell, out, back, q) {
  const isChosen = out === q.departure_date && back === q.return_date;
  if (!cell) return make('td', { class: 'outside' }, make('span', { class: 'price' }, back < out ? '' : '–'));
  const spoken = `${dayName(out)} to ${dayName(back)}, ${cell.display}${cell.band ? `, ${labels[cell.band].toLowerCase()} price` : ''}`;
  return make('td', { class: cell.band, 'data-chosen': isChosen || null },
    make('button', {
      type: 'button', class: 'pill', 'aria-label': spoken, 'aria-pressed': String(isChosen),
      onclick: () => go({ departure_date: out, return_date: back, month: out.slice(0, 7) }),
    }, make('span', { class: 'price' }, cell.display)),
    cell.band ? make('span', { class: 'sign' }, signs[cell.band]) : null);
}
