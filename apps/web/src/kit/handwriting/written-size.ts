/** What a signature by hand fits into on paper, mm (domain 4.6). */
const largest = { width: 60, height: 30 }

/** The size in mm that a signature has on a contract, by its width over its height: as large as its box lets it be. */
export function writtenSize(ratio: number): { width: number; height: number } {
  const width = Math.min(largest.width, largest.height * ratio)
  return { width, height: width / ratio }
}
