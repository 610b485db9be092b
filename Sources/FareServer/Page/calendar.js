// The month grid, and the strip of the cheapest of each month.

import { byId, make, say, show } from './elements.js';
import { ask } from './ask.js';
import { follow, go, question, shared } from './address.js';
import { addDays, addMonths, age, bandWords, dayName, labels, locale, monthName, shortMonth, signs, weekdayNames } from './words.js';

const fareNames = ['trip', 'nights_min', 'nights_max', 'direct_only', 'max_stops', 'carriers'];
const tripOf = (q) => ({ origin: q.origin, destination: q.destination, ...shared(q, ...fareNames), locale: locale() });

/** Shows the strip, and returns the answer. */
export async function showMonths(q, month) {
  const answer = await ask('months', tripOf(q));
  if (!answer) return null;
  if (answer.coverage === 'not_covered') {
    show('months');
    return answer;
  }
  const cheapest = answer.months.find((one) => one.month === answer.cheapest_month);
  show(
    'months',
    make('h2', { id: 'months-title' }, 'Cheapest month — ', cheapest
      ? make('a', follow({ month: cheapest.month, departure_date: null, return_date: null }), monthName(cheapest.month))
      : 'none has a price'),
    make('ul', { class: 'strip' }, ...answer.months.map((one) => make('li', {}, make(
      'a',
      {
        ...follow({ month: one.month, departure_date: null, return_date: null }),
        class: one.band, 'data-month': one.month, 'aria-current': one.month === month ? 'true' : null,
      },
      shortMonth(one.month),
      make('span', { class: 'price' }, one.cheapest ? one.cheapest.display : 'no price'),
      one.band ? make('span', { class: 'sign' }, `${signs[one.band]} ${labels[one.band]}`) : null,
    )))),
  );
  return answer;
}

/** Marks the month that is shown. */
export function markMonth(month) {
  for (const link of document.querySelectorAll('.strip a')) {
    if (link.dataset.month === month) {
      link.setAttribute('aria-current', 'true');
      link.parentElement.parentElement.scrollLeft = link.parentElement.offsetLeft - 60;
    } else {
      link.removeAttribute('aria-current');
    }
  }
}

/** Shows the grid of a month. `focus` is the day that gets the focus, where somebody walked there. */
export async function showCalendar(q, month, focus = null) {
  byId('calendar').classList.add('waiting');
  const weekStart = q.week_start ?? (locale() === 'en-US' ? 'sunday' : 'monday');
  const bandReference = q.band_reference ? { band_reference: q.band_reference } : {};
  const answer = await ask('calendar', {
    ...tripOf(q), month, layout: 'weeks', week_start: weekStart, ...bandReference,
  });
  if (!answer) return;
  if (answer.coverage === 'not_covered') {
    show('calendar', make('h2', { id: 'calendar-title' }, monthName(month)),
      make('p', { class: 'note' }, `No fares from ${answer.origin} to ${answer.destination} were ever loaded. Try another place, or leave the destination empty to look everywhere.`));
    return;
  }
  const days = answer.days.flat().filter(Boolean);
  const current = (answer.as_of ?? '').slice(0, 10);
  const start = focus ?? q.departure_date ?? answer.cheapest?.departure_date ?? days[0].departure_date;
  const reachable = days.some((day) => day.departure_date === start) ? start : days[0].departure_date;
  const rows = answer.days.map((week) => make('tr', {}, ...week.map((day) => cell(day, q, current, reachable))));
  while (rows.length < 6) rows.push(make('tr', { 'aria-hidden': 'true' }, ...blankWeek()));
  show(
    'calendar',
    make('div', { class: 'stepper' },
      make('h2', { id: 'calendar-title' }, monthName(month)),
      make('button', { type: 'button', id: 'earlier', 'aria-label': 'Earlier month', onclick: () => step(month, -1) }, '‹'),
      make('button', { type: 'button', id: 'later', 'aria-label': 'Later month', onclick: () => step(month, 1) }, '›')),
    make('table', { class: 'grid', role: 'grid', 'aria-labelledby': 'calendar-title', onkeydown: (event) => walk(event, month) },
      make('thead', {}, make('tr', {}, ...weekdayNames(weekStart).map((name) => make('th', { scope: 'col', abbr: name.long }, name.short)))),
      make('tbody', {}, ...rows)),
    make('p', { class: 'note' }, summary(answer, days)),
  );
  if (focus) byId(`day-${reachable}`)?.focus();
  else if (document.activeElement === document.body) say(`${monthName(month)}: ${answer.statistics.n} days with a price`);
}

function summary(answer, days) {
  if (!answer.currency) return 'No fare was observed in this month.';
  const ages = days.filter((day) => day.status === 'priced').map((day) => day.age_hours);
  const old = ages.length ? ` Prices for one adult, ${age(Math.min(...ages))}${Math.max(...ages) >= 48 ? `; the oldest ${age(Math.max(...ages))}` : ''}.` : ' No fare was observed in this month.';
  return bandWords(answer.bands, answer.currency) + old;
}

const blankWeek = () => [...Array(7)].map(() => make('td', { class: 'outside' }));

const why = { filtered_out: 'left out by the filters', stale: 'price too old', sold_out: 'sold out', no_fare_observed: 'no price seen' };

function cell(day, q, current, reachable) {
  if (!day) return make('td', { class: 'outside', role: 'gridcell' });
  const date = day.departure_date;
  const priced = day.status === 'priced';
  const isPast = date < current;
  const choose = () => {
    go({ departure_date: date, return_date: day.return_date ?? null });
    byId(`day-${date}`)?.focus();
  };
  return make(
    'td',
    {
      id: `day-${date}`, role: 'gridcell', class: [day.band, isPast ? 'past' : null].filter(Boolean).join(' ') || null,
      tabindex: date === reachable ? '0' : '-1', 'data-date': date, 'data-price': priced ? day.price : null, 'data-band': day.band,
      'aria-selected': String(date === q.departure_date),
      'aria-label': priced ? day.spoken : `${dayName(date)}, ${why[day.status]}`,
      onclick: choose,
      onkeydown: (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose();
      },
    },
    make('span', { class: 'day' }, String(Number(date.slice(8)))),
    make('span', { class: 'price' }, priced ? day.display : '–'),
    day.band ? make('span', { class: 'sign' }, signs[day.band]) : null,
  );
}

function step(month, count) {
  const isLater = count > 0;
  go({ month: addMonths(month, count), departure_date: null, return_date: null });
  byId(isLater ? 'later' : 'earlier')?.focus();
}

function walk(event, month) {
  const date = event.target.dataset?.date;
  if (!date) return;
  const column = event.target.cellIndex;
  const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -column, End: 6 - column };
  let to;
  if (event.key in moves) {
    to = addDays(date, moves[event.key]);
    // The ends of a row may lie outside the month; the row then ends at the month's end.
    if ((event.key === 'Home' || event.key === 'End') && to.slice(0, 7) !== month) {
      to = event.key === 'Home' ? `${month}-01` : addDays(`${addMonths(month, 1)}-01`, -1);
    }
  } else if (event.key === 'PageUp' || event.key === 'PageDown') {
    const other = addMonths(month, event.key === 'PageUp' ? -1 : 1);
    const last = addDays(`${addMonths(other, 1)}-01`, -1);
    to = `${other}${date.slice(7)}` > last ? last : `${other}${date.slice(7)}`;
  } else {
    return;
  }
  event.preventDefault();
  if (to.slice(0, 7) !== month) {
    walkedTo = to;
    go({ month: to.slice(0, 7) });
    return;
  }
  event.target.tabIndex = -1;
  const next = byId(`day-${to}`);
  next.tabIndex = 0;
  next.focus();
}

let walkedTo = null;

/** The day that somebody walked to across the end of a month; it is told once. */
export function takeWalk() {
  const day = walkedTo;
  walkedTo = null;
  return day;
}

/** The month to show when the address names none. */
export const monthOf = (months) => months?.cheapest_month ?? question().departure_date?.slice(0, 7);
