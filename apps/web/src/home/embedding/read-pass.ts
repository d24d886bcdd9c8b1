/** What the address names. A pass is called `sid` where one is exchanged (checklist I17, R47). */
export function readPass() {
  const query = new URLSearchParams(location.search)
  return {
    appId: query.get('app') ?? '',
    pass: query.get('pass') ?? query.get('sid') ?? query.get('ticket') ?? '',
    to: query.get('to'),
  }
}

const secrets = ['pass', 'sid', 'ticket', 'purpose']

/** The pass stays neither in the history nor in the address bar. */
export function hidePass(): void {
  const query = new URLSearchParams(location.search)
  for (const name of secrets) query.delete(name)
  history.replaceState(history.state, '', `${location.pathname}?${query}`)
}
