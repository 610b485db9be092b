// Where to go: a ranked list beside a map of the world.

import { make, show } from './elements.js';
import { ask, askMany } from './ask.js';
import { follow, go, shared } from './address.js';
import { dayName, labels, locale, monthName, signs, stops } from './words.js';

const mostShown = 200;

/** Shows the cheapest of every destination. */
export async function showEverywhere(q, month) {
  const answer = await ask('everywhere', {
    origin: q.origin, month, ...shared(q, 'trip', 'nights_min', 'nights_max', 'direct_only', 'max_stops', 'carriers'),
    limit: mostShown, locale: locale(),
  });
  if (!answer) return;
  const when = month ? `in ${monthName(month)}` : 'from today on';
  const title = make('h2', { id: 'everywhere-title' }, `Everywhere from ${q.origin.replace('city:', '')} ${when}`);
  if (!answer.groups.length) {
    const reason = answer.coverage === 'not_covered' ? 'No fares from here were ever loaded.' : 'No fare was observed for this time. Try another month.';
    show('everywhere', title, make('p', { class: 'note' }, reason));
    return;
  }
  const rest = answer.total > answer.groups.length ? ` The cheapest ${answer.groups.length} of ${answer.total} are shown.` : '';
  const map = make('div', { class: 'map' }, make('img', { src: '/world.svg', alt: '', width: '360', height: '145' }));
  show('everywhere', title, make('p', { class: 'note' }, `Find the cheapest destination.${rest}`),
    make('div', { class: 'explore' }, map, make('ol', { class: 'ranked' }, ...answer.groups.map(group))));
  await drawPlaces(map, answer, q);
}

const chosen = (one) => ({ destination: one.destination, month: one.departure_date.slice(0, 7), departure_date: one.departure_date, return_date: one.return_date });

function group(one) {
  return make('li', {}, make('a', { ...follow(chosen(one)), 'data-group': one.group, 'data-price': one.price },
    make('span', {}, `${one.name ?? one.destination} (${one.destination})`,
      make('small', {}, [dayName(one.departure_date) + (one.return_date ? ` – ${dayName(one.return_date)}` : ''), stops(one.stops)].join(' · '))),
    make('span', { class: 'fare' }, make('span', { class: 'price' }, one.display),
      one.band ? make('span', { class: `chip ${one.band}` }, `${signs[one.band]} ${labels[one.band]}`) : null)));
}

async function drawPlaces(map, answer, q) {
  const codes = [q.origin.replace('city:', ''), ...answer.groups.map((one) => one.destination)];
  const found = await askMany('places', codes.map((text) => ({ text, limit: 5 }))).catch(() => []);
  const places = found.map((result, index) => result?.places.find((place) => place.code === codes[index]) ?? null);
  const dots = places.map((place, index) => {
    if (!place || place.latitude === null) return null;
    const at = { cx: place.longitude + 180, cy: 90 - place.latitude };
    if (index === 0) return make('circle', { ...at, r: 2.6, class: 'here' });
    const one = answer.groups[index - 1];
    return make('circle', { ...at, r: 2.2, class: one.band, onclick: () => go(chosen(one)) });
  });
  // The list beside it says the same in words.
  map.append(make('svg', { viewBox: '0 5 360 145', 'aria-hidden': 'true' }, ...dots.reverse()));
}
