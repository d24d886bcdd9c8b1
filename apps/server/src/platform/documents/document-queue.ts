const turns = new Map<string, Promise<unknown>>()

/**
 * Runs one piece of work at a time for a contract in this process, so that parties who sign at once do not spend keys
 * and time-stamps on races they lose. Other processes are held off by compare-and-set alone.
 */
export function inTurn<T>(contractId: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(contractId) ?? Promise.resolve()
  const result = before.then(work, work)
  const done = result.then(
    () => {},
    () => {},
  )
  turns.set(contractId, done)
  void done.then(() => {
    if (turns.get(contractId) === done) turns.delete(contractId)
  })
  return result
}
