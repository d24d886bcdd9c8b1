/** Throws with the law and the facts that break it. */
export function hold(holds: boolean, law: string, facts: unknown): void {
  if (!holds) throw new Error(`${law}: ${JSON.stringify(facts)}`)
}
