// Dates, amounts and bands in words.

import { question } from './address.js';

const known = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'pt-PT'];

/** The locale of prices and dates: the one in the address, else the browser's first that is known, by language at least. */
export function locale() {
  const asked = question().locale;
  if (known.includes(asked)) return asked;
  for (const wish of navigator.languages) {
    const found = known.find((one) => one === wish) ?? known.find((one) => one.slice(0, 2) === wish.slice(0, 2));
    if (found) return found;
  }
  return known[0];
}

const date = (text) => new Date(`${text.length === 7 ? `${text}-01` : text}T00:00:00Z`);
const format = (text, options) => new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', ...options }).format(date(text));

export const monthName = (month) => format(month, { month: 'long', year: 'numeric' });
export const shortMonth = (month) => format(month, { month: 'short', year: '2-digit' });
export const dayName = (day) => format(day, { weekday: 'short', day: 'numeric', month: 'short' });
export const shortDay = (day) => format(day, { day: 'numeric', month: 'short' });
export const weekdayNames = (first) => [...Array(7).keys()].map((i) => {
  const day = addDays(first === 'sunday' ? '2023-01-01' : '2023-01-02', i);
  return { short: format(day, { weekday: 'short' }), long: format(day, { weekday: 'long' }) };
});

/** The day so many days later. */
export function addDays(day, count) {
  const moved = date(day);
  moved.setUTCDate(moved.getUTCDate() + count);
  return moved.toISOString().slice(0, 10);
}

/** The month so many months later. */
export function addMonths(month, count) {
  const moved = date(month);
  moved.setUTCMonth(moved.getUTCMonth() + count);
  return moved.toISOString().slice(0, 7);
}

/** Today here. */
export function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
}

/** An amount of minor units as a price. */
export function amount(minor, currency) {
  const style = new Intl.NumberFormat(locale(), { style: 'currency', currency });
  const digits = style.resolvedOptions().maximumFractionDigits;
  const whole = minor % 10 ** digits === 0;
  return new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    minimumFractionDigits: whole ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(minor / 10 ** digits);
}

export const duration = (minutes) => (minutes === null ? '' : `${Math.floor(minutes / 60)}h ${minutes % 60}m`);
export const stops = (count) => (count === null ? 'stops unknown' : count === 0 ? 'Direct' : count === 1 ? '1 stop' : `${count} stops`);

/** What stands for a band beside its colour, and its word. */
export const signs = { low: '▾', avg: '•', high: '▴' };
export const labels = { low: 'Cheap', avg: 'Average', high: 'Expensive' };

export function age(hours) {
  if (hours === 0) return 'seen within the hour';
  return hours < 48 ? `seen ${hours} h ago` : `seen ${Math.floor(hours / 24)} days ago`;
}

/** The edges of bands in words. */
export function bandWords(bands, currency) {
  if (bands.reason) return 'Too few prices to say which are cheap.';
  const price = (text) => new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(Number(text));
  return `${signs.low} cheap below ${price(bands.low_below)}, ${signs.high} expensive above ${price(bands.high_above)}, ` +
    `${signs.avg} average between: quartiles of ${bands.sample_size} prices.`;
}
