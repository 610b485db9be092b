// The result list: tabs, filters, and a row for each itinerary.

import { byId, make, say, show } from './elements.js';
import { ask } from './ask.js';
import { go, question, shared } from './address.js';
import { age, amount, dayName, duration, labels, locale, signs, stops } from './words.js';

const orders = [['best', 'Best'], ['cheapest', 'Cheapest'], ['fastest', 'Fastest']];
const filterNames = ['direct_only', 'max_stops', 'carriers', 'departure_after', 'departure_before', 'self_transfer', 'combine'];
const pageSize = 20;

/** Shows the flights of the chosen day. */
export async function showFlights(q) {
  byId('flights').classList.add('waiting');
  const asked = {
    origin: q.origin, destination: q.destination, departure_date: q.departure_date, return_date: q.return_date,
    order: q.trade_off ? null : q.order, trade_off: q.trade_off, ...shared(q, ...filterNames), limit: pageSize, locale: locale(),
  };
  const answer = await ask('search', asked);
  if (!answer) return;
  const back = q.return_date ? ` – ${dayName(q.return_date)}` : '';
  const list = make('ol', { class: 'flights', id: 'flight-list' }, ...answer.itineraries.map(row));
  show(
    'flights',
    make('h2', { id: 'flights-title' }, `Flights on ${dayName(q.departure_date)}${back}`),
    tabs(answer, q), filters(answer, q),
    make('div', { role: 'tabpanel', id: 'flight-panel', 'aria-labelledby': `tab-${selected(q)}`, tabindex: '0' },
      make('p', { class: 'note' }, counted(answer)), list,
      answer.next_cursor ? more(asked, answer.next_cursor, list) : null),
  );
  say(counted(answer));
}

const selected = (q) => (q.trade_off === '-6' ? 'cheapest' : q.trade_off === '6' ? 'fastest' : q.trade_off ? 'best' : q.order ?? 'best');

const filterWords = { direct_only: 'not direct', max_stops: 'with more stops', carriers: 'of other airlines', self_transfer: 'with a self transfer', max_age_hours: 'too old' };

function counted(answer) {
  if (answer.coverage === 'not_covered') return 'No fares of this route were ever loaded.';
  const removed = Object.entries(answer.removed).filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${filterWords[name] ?? `by ${name.replaceAll('_', ' ')}`}`);
  const left = removed.length ? ` Left out: ${removed.join(', ')}.` : '';
  if (answer.total === 0) return `No flight was observed for this day${removed.length ? ' that passes the filters' : ''}.${left}`;
  return `${answer.total} ${answer.total === 1 ? 'flight' : 'flights'}.${left}`;
}

function tabs(answer, q) {
  const now = selected(q);
  const index = orders.findIndex(([order]) => order === now);
  const underline = make('span', { class: 'underline', 'aria-hidden': 'true' });
  underline.style.transform = `translateX(${100 * lastIndex}%)`;
  requestAnimationFrame(() => { underline.style.transform = `translateX(${100 * index}%)`; });
  lastIndex = index;
  const choose = (order) => {
    go({ order: order === 'best' ? null : order, trade_off: null });
    focusTab = order;
  };
  const list = make('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Order' }, ...orders.map(([order, name]) => {
    const tab = answer.tabs[order];
    const price = tab && tab.price_minor !== null && answer.currency ? amount(tab.price_minor, answer.currency) : 'no price';
    return make(
      'button',
      {
        type: 'button', role: 'tab', id: `tab-${order}`, 'aria-selected': String(order === now), 'aria-controls': 'flight-panel',
        tabindex: order === now ? '0' : '-1', onclick: () => choose(order),
        onkeydown: (event) => {
          const at = orders.findIndex(([one]) => one === order);
          const move = { ArrowRight: 1, ArrowLeft: 2 }[event.key];
          if (move) choose(orders[(at + move) % 3][0]);
        },
      },
      name, make('small', {}, [price, tab ? duration(tab.duration_minutes) : ''].filter(Boolean).join(' · ')),
    );
  }), underline);
  if (focusTab) requestAnimationFrame(() => { byId(`tab-${now}`)?.focus(); focusTab = null; });
  return list;
}

let lastIndex = 0;
let focusTab = null;
let filtersAreOpen = false;

function filters(answer, q) {
  const chosen = q.carriers ? q.carriers.split(',') : [];
  const carriers = new Map(answer.stats.by_carrier.map((one) => [one.carrier, one]));
  for (const code of chosen) if (!carriers.has(code)) carriers.set(code, { carrier: code, name: null, count: 0 });
  const toggle = (code) => (event) => {
    const next = event.target.checked ? [...chosen, code] : chosen.filter((one) => one !== code);
    go({ carriers: next.join(',') });
  };
  const stopsValue = q.direct_only === 'true' ? '0' : q.max_stops ?? '';
  const box = make('details', { class: 'filters', open: filtersAreOpen, ontoggle: (event) => { filtersAreOpen = event.target.open; } },
    make('summary', {}, 'Filters'),
    make('div', {},
      make('label', {}, 'Stops ', select('stops', [['', 'Any'], ['0', 'Direct only'], ['1', 'At most 1'], ['2', 'At most 2']], stopsValue,
        (value) => go(value === '0' ? { direct_only: 'true', max_stops: null } : { direct_only: null, max_stops: value }))),
      make('label', {}, 'Departs after ', time('departure_after', q)),
      make('label', {}, 'Departs before ', time('departure_before', q)),
      make('label', {}, make('input', {
        type: 'checkbox', id: 'no-self-transfer', checked: q.self_transfer === 'false',
        onchange: (event) => go({ self_transfer: event.target.checked ? 'false' : null }),
      }), ' No self transfer'),
      q.return_date ? make('label', {}, make('input', {
        type: 'checkbox', checked: q.combine === 'true', onchange: (event) => go({ combine: event.target.checked ? 'true' : null }),
      }), ' Also two one-ways') : null),
    make('div', {}, make('fieldset', {}, make('legend', {}, 'Airlines'), ...[...carriers.values()].map((one) => make('label', {},
      make('input', { type: 'checkbox', value: one.carrier, checked: chosen.includes(one.carrier), onchange: toggle(one.carrier) }),
      ` ${one.name ?? one.carrier} (${one.count})`)))),
    make('div', {}, make('label', {}, 'Price or duration',
      make('input', {
        type: 'range', id: 'trade-off', min: '-6', max: '6', step: '1', value: q.trade_off ?? { cheapest: '-6', fastest: '6' }[q.order] ?? '0',
        'aria-valuetext': tradeWords(Number(q.trade_off ?? 0)), onchange: (event) => go({ trade_off: event.target.value, order: null }),
      }), make('span', {}, ` ${tradeWords(Number(q.trade_off ?? { cheapest: -6, fastest: 6 }[q.order] ?? 0))}`))));
  return box;
}

const tradeWords = (value) => (value === -6 ? 'price alone' : value === 6 ? 'duration alone' : value === 0 ? 'both alike' : value < 0 ? 'price first' : 'duration first');

function select(id, options, value, changed) {
  const box = make('select', { id, onchange: (event) => changed(event.target.value) }, ...options.map(([key, name]) => make('option', { value: key }, name)));
  box.value = value;
  return box;
}

const time = (name, q) => make('input', { type: 'time', id: name, value: q[name], onchange: (event) => go({ [name]: event.target.value }) });

function more(asked, cursor, list) {
  const button = make('button', {
    type: 'button', class: 'more',
    onclick: async () => {
      const next = await ask('search', { ...asked, cursor }, 'more flights');
      if (!next) return;
      list.append(...next.itineraries.map(row));
      if (next.next_cursor) button.replaceWith(more(asked, next.next_cursor, list));
      else button.remove();
    },
  }, 'Show more');
  return button;
}

function row(itinerary) {
  const priced = itinerary.price_minor !== null;
  const extras = [
    itinerary.self_transfer ? 'self transfer' : null, itinerary.combined ? 'two one-ways' : null,
    itinerary.legs.length > 1 ? 'return' : null,
  ].filter(Boolean);
  return make('li', { class: 'flight', 'data-id': itinerary.id, 'data-price': itinerary.price ?? '' },
    make('div', {}, ...itinerary.legs.map(leg), make('small', {}, airlines(itinerary))),
    make('div', { class: 'fare' },
      make('span', { class: 'price' }, priced ? itinerary.display : 'no price'),
      itinerary.band ? make('span', { class: `chip ${itinerary.band}` }, `${signs[itinerary.band]} ${labels[itinerary.band]}`) : null,
      make('small', {}, [...extras, itinerary.age_hours === undefined ? null : age(itinerary.age_hours)].filter(Boolean).join(', '))));
}

function leg(one) {
  const clock = (stamp) => (stamp ? stamp.slice(11, 16) : '');
  const later = one.day_offset ? `+${one.day_offset}` : '';
  return make('div', { class: 'leg' },
    make('div', {}, make('div', { class: 'time' }, clock(one.departs_at)), make('div', { class: 'code' }, one.origin)),
    make('div', { class: 'line' }, make('span', { class: 'duration' }, duration(one.duration_minutes)), make('span', { class: 'rule' }),
      stops(one.stops) + (one.via.length ? ` ${one.via.join(', ')}` : '')),
    make('div', {}, make('div', { class: 'time' }, clock(one.arrives_at), later ? make('sup', {}, later) : null), make('div', { class: 'code' }, one.destination)));
}

function airlines(itinerary) {
  const names = new Set();
  for (const segment of itinerary.legs.flatMap((one) => one.segments)) {
    const name = segment.carrier_name ?? segment.carrier;
    if (!name) continue;
    const other = segment.operating_carrier && segment.operating_carrier !== segment.carrier ? `, operated by ${segment.operating_carrier}` : '';
    names.add(name + other);
  }
  return names.size ? [...names].join('; ') : 'airline unknown';
}
