// The page: reads the question from the address, and shows its answers.

import { byId, make, say, show } from './elements.js';
import { ask } from './ask.js';
import { follow, question, whenChanged } from './address.js';
import { showCard, startCard } from './card.js';
import { markMonth, showCalendar, showMonths, takeWalk } from './calendar.js';
import { showEverywhere } from './everywhere.js';
import { showFlights } from './flights.js';
import { showMatrix } from './matrix.js';
import { today } from './words.js';

const without = (q, ...names) => JSON.stringify(Object.entries(q).filter(([name]) => !names.includes(name)).sort());
// What is shown already, so that a change asks only for what it changes.
const shown = {};

function isNew(section, key) {
  if (shown[section] === key) return false;
  shown[section] = key;
  return true;
}

function clear(...sections) {
  for (const section of sections) {
    show(section);
    delete shown[section];
  }
}

async function trying(section, work) {
  try {
    await work();
  } catch (error) {
    delete shown[section];
    show(section, make('h2', { id: `${section}-title` }, 'No answer'), make('p', { class: 'note', role: 'alert' }, error.message));
    say(error.message);
  }
}

async function render() {
  const q = question();
  document.title = q.origin ? `${q.origin} to ${q.destination ?? 'everywhere'} – Faregrid` : 'Faregrid';
  if (!q.origin) {
    showCard(q, q.month);
    clear('months', 'calendar', 'matrix', 'flights', 'everywhere');
    return trying('start', showStart);
  }
  clear('start');
  if (!q.destination) {
    showCard(q, q.month);
    clear('months', 'calendar', 'matrix', 'flights');
    if (isNew('everywhere', without(q))) await trying('everywhere', () => showEverywhere(q, q.month));
    return;
  }
  clear('everywhere');
  await showRoute(q);
}

async function showRoute(q) {
  const ofDay = ['departure_date', 'return_date', 'order', 'trade_off', 'combine', 'departure_after', 'departure_before', 'self_transfer'];
  const month = q.month ?? q.departure_date?.slice(0, 7) ?? today().slice(0, 7);
  showCard(q, month);
  const work = [];
  if (isNew('months', without(q, 'month', ...ofDay))) work.push(trying('months', () => showMonths(q, month)));
  markMonth(month);
  const walk = takeWalk();
  if (isNew('calendar', without({ ...q, month }, ...ofDay))) work.push(trying('calendar', () => showCalendar(q, month, walk)));
  markDay(q.departure_date);
  if (!q.departure_date) {
    clear('matrix', 'flights');
  } else {
    if (isNew('flights', without(q, 'month'))) work.push(trying('flights', () => showFlights(q)));
    if (!q.return_date) clear('matrix');
    else if (isNew('matrix', without(q, 'month', 'order', 'trade_off'))) work.push(trying('matrix', () => showMatrix(q)));
  }
  await Promise.all(work);
  markDay(q.departure_date);
}

function markDay(day) {
  for (const cell of document.querySelectorAll('#calendar [aria-selected]')) {
    cell.setAttribute('aria-selected', String(cell.dataset.date === day));
  }
}

async function showStart() {
  const answer = await ask('routes', { limit: 60 });
  if (!answer) return;
  if (!answer.routes.length) {
    show('start', make('h2', {}, 'No fares yet'), make('p', { class: 'note' }, 'Load some with: faregrid ingest FILE'));
    return;
  }
  const origins = [...new Set(answer.routes.map((route) => route.origin))];
  show('start', make('h2', {}, 'Where from?'),
    make('p', { class: 'note' }, 'Choose where you start, or one of these.'),
    make('ul', { class: 'strip' }, ...origins.map((origin) => make('li', {}, make('a', follow({ origin }, {}), origin, make('span', {}, ' everywhere'))))),
    make('ul', { class: 'ranked' }, ...answer.routes.slice(0, 12).map((route) => make('li', {}, make('a',
      follow({ origin: route.origin, destination: route.destination }, {}),
      make('span', {}, `${route.origin} → ${route.destination}`, make('small', {}, route.name ?? '')))))));
}

byId('home').addEventListener('click', (event) => {
  const link = follow({}, {});
  link.onclick(event);
});
startCard();
whenChanged(render);
render();
