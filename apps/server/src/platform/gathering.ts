import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

type Entry<Item, Result> = { item: Item; settle: PromiseWithResolvers<Result> }

/** More at once would make one statement wait for many. */
const most = 200

/**
 * Does for many at once what was asked for one by one: what comes while work for the same key is going on waits, and is
 * done together with whatever else came. `work` answers a result for each item, in their order; what it throws, each
 * of them throws. Nobody waits for company.
 */
export function gathering<Item, Result>(
  work: (key: string, items: Item[]) => Promise<readonly Result[]>,
  pauseMs = 0,
): (key: string, item: Item) => Promise<Result> {
  const lines = new Map<string, Entry<Item, Result>[]>()

  async function empty(key: string, line: Entry<Item, Result>[]): Promise<void> {
    while (line.length > 0) {
      await (pauseMs > 0 ? pause(pauseMs) : nextTurn())
      const together = line.splice(0, most)
      try {
        const results = await work(
          key,
          together.map(({ item }) => item),
        )
        for (const [index, { settle }] of together.entries()) {
          const result = results[index]
          if (result === undefined) settle.reject(new Error('no result'))
          else settle.resolve(result)
        }
      } catch (error) {
        for (const { settle } of together) settle.reject(error)
      }
    }
    lines.delete(key)
  }

  return (key, item) => {
    const settle = Promise.withResolvers<Result>()
    const line = lines.get(key)
    if (line) line.push({ item, settle })
    else {
      const begun = [{ item, settle }]
      lines.set(key, begun)
      void empty(key, begun)
    }
    return settle.promise
  }
}
