/** What `work` answers for each thing, in the order of the things; `atOnce` of them at a time. */
export async function inLanes<T, A>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<A>,
): Promise<A[]> {
  const answers: A[] = []
  const left = things.entries()
  const lane = async () => {
    for (const [index, thing] of left) answers[index] = await work(thing)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return answers
}
