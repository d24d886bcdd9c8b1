/** Seconds a contract is kept open before it can be submitted, by its pages (domain.md row 17). */
export function readingSeconds(pages: number): number {
  if (pages <= 2) return 3
  return pages <= 5 ? 5 : 10
}
