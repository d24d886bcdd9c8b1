/** Runs work once there is room for its weight, first come, first served. */
export type Room = <T>(weight: number, work: () => Promise<T>) => Promise<T>

/** Room for things that weigh `most` together, in whatever unit; what is heavier by itself comes in alone. */
export function roomByWeight(most: number): Room {
  const waiting: { weight: number; enter: () => void }[] = []
  let inside = 0
  const admit = () => {
    for (let [next] = waiting; next && (inside === 0 || inside + next.weight <= most); [next] = waiting) {
      waiting.shift()
      inside += next.weight
      next.enter()
    }
  }
  return async (weight, work) => {
    await new Promise<void>((enter) => {
      waiting.push({ weight, enter })
      admit()
    })
    try {
      return await work()
    } finally {
      inside -= weight
      admit()
    }
  }
}
