/** How many bytes may be held, by client. */
export type UploadRoom = {
  /** False when no more fit, or the client holds its quarter. */
  take: (client: string, bytes: number) => boolean
  give: (client: string, bytes: number) => void
}

/** Room for so many bytes. */
export function uploadRoom(most: number): UploadRoom {
  const held = new Map<string, number>()
  let total = 0
  return {
    take(client, bytes) {
      const own = (held.get(client) ?? 0) + bytes
      if (total + bytes > most || own > most / 4) return false
      held.set(client, own)
      total += bytes
      return true
    },
    give(client, bytes) {
      const own = (held.get(client) ?? 0) - bytes
      if (own > 0) held.set(client, own)
      else held.delete(client)
      total -= bytes
    },
  }
}
