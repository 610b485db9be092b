// Asking the server. A later question of the same kind makes an earlier one pointless, and drops it.

const running = new Map();

/** The server said no; the message is for people. */
export class Refusal extends Error {}

/** Asks a method and returns its result object; null when a later question took its place. */
export async function ask(method, parameters, kind = method) {
  running.get(kind)?.abort();
  const control = new AbortController();
  running.set(kind, control);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, value);
  }
  try {
    const response = await fetch(`/v1/${method}?${query}`, { signal: control.signal });
    const answer = await response.json();
    if (!response.ok) throw new Refusal(words(answer));
    return answer;
  } catch (error) {
    if (error.name === 'AbortError') return null;
    if (error instanceof Refusal) throw error;
    throw new Refusal('The server cannot be reached. Try again in a moment.');
  }
}

/** Asks a method many times in one request, and returns the results in their order; null where there is none. */
export async function askMany(method, questions) {
  const batch = questions.map((params, id) => ({ jsonrpc: '2.0', id, method, params }));
  const response = await fetch('/rpc', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(batch),
  });
  return response.ok ? (await response.json()).map((answer) => answer.result ?? null) : questions.map(() => null);
}

function words(problem) {
  if (problem.status === 503) return 'The prices cannot be reached now. Try again in a moment.';
  const data = problem.error?.data;
  const nearest = data?.nearest?.length ? ` Did you mean ${data.nearest.join(' or ')}?` : '';
  if (problem.error?.message === 'unknown_place') return `No place has the code ${data.value}.${nearest}`;
  return `That cannot be answered: ${problem.detail}.`;
}
