/** What a signature waits for while the contract has not been read to its end (domain 7.5). */
export const unreadText = '请先阅读完全部内容'

/** Seconds a contract is kept open before it can be submitted, by its pages (domain.md row 17). */
export function readingSeconds(pages: number): number {
  if (pages <= 2) return 3
  return pages <= 5 ? 5 : 10
}
