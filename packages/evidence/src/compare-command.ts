import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareFiles } from '@moqi/pdf/compare/compare-files'
import { compareLimits, CompareRefusal, type Comparison, type Place } from '@moqi/pdf/compare/comparison'
import { lazyRenderer } from '@moqi/pdf/page-image/lazy-renderer'
import { differenceLine, noteLine } from './tell-difference.ts'
import { framed } from './write-pictures.ts'

/** How `compare` is used. */
export const compareUsage = `compare BEFORE.pdf AFTER.pdf [--pictures DIR] [--json]

Tells what changed between two PDFs, by text and by picture, one line a difference: the page, what stood, what stands.
Lines and pages may break elsewhere; headers, page numbers and moved text are recognised.
--pictures DIR  writes the pages that differ, the differences framed, as PNG files into DIR: before-page-1.png, …
--json          one JSON line instead: {"before","after","pairs","differences","notes","pictures"}
Exit code: 0 no difference, 1 differences, 2 cannot be compared, 64 wrong use.
`

/** Nobody else waits for this machine: every page of any contract is drawn. */
const limits = { ...compareLimits, pixels: 3_000_000_000 }
const pictureWidth = 1200

interface CompareWords {
  files: [string, string]
  pictures: string | undefined
  json: boolean
}

/** A page of one of the files on which something differs. */
interface WrittenPage {
  side: 'before' | 'after'
  page: number
  /** Null where the page cannot be drawn. */
  path: string | null
}

/** Compares two files as the words after `compare` ask; gives the exit code. */
export async function runCompare(
  words: string[],
  line: { print: (line: string) => void; complain: (text: string) => void },
): Promise<number> {
  const request = readWords(words)
  if (!request) {
    line.complain(compareUsage)
    return 64
  }
  const [before, after] = request.files
  try {
    const bytes = { before: readFileSync(before), after: readFileSync(after) }
    const renderer = lazyRenderer()
    const compared = await compareFiles(bytes.before, bytes.after, { renderer, limits })
    const pictures =
      request.pictures === undefined ? [] : await writePages(request.pictures, compared, { bytes, renderer })
    const { differences, notes, pairs } = compared
    if (request.json) {
      const sides = { before: { file: before, ...compared.before }, after: { file: after, ...compared.after } }
      line.print(JSON.stringify({ ...sides, pairs, differences, notes, pictures }))
    } else {
      for (const difference of differences) line.print(differenceLine(difference, compared))
      if (differences.length === 0) line.print('没有差异')
      for (const note of notes) line.complain(`${noteLine(note)}\n`)
    }
    return differences.length === 0 ? 0 : 1
  } catch (error) {
    line.complain(`${messageOf(error, before, after)}\n`)
    return 2
  }
}

function messageOf(error: unknown, before: string, after: string): string {
  if (error instanceof CompareRefusal) return `${error.side === 'before' ? before : after}：${error.message}`
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error
  if (isAbsent) return `${String(error.path)}：文件不存在`
  return error instanceof Error ? error.message : String(error)
}

function readWords(words: readonly string[]): CompareWords | undefined {
  const files: string[] = []
  const request: Pick<CompareWords, 'pictures' | 'json'> = { pictures: undefined, json: false }
  const waiting = [...words]
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word === '--pictures') {
      request.pictures = waiting.shift()
      if (request.pictures === undefined) return undefined
    } else if (word === '--json') request.json = true
    else if (word === '--') files.push(...waiting.splice(0))
    else if (word.startsWith('--')) return undefined
    else files.push(word)
  }
  const [before, after, ...more] = files
  if (before === undefined || after === undefined || more.length > 0) return undefined
  return { files: [before, after], ...request }
}

/** Writes every page on which something differs, once, with all of it framed. */
async function writePages(
  folder: string,
  { differences }: Comparison,
  { bytes, renderer }: { bytes: Record<'before' | 'after', Buffer>; renderer: ReturnType<typeof lazyRenderer> },
): Promise<WrittenPage[]> {
  mkdirSync(folder, { recursive: true })
  const written: WrittenPage[] = []
  for (const side of ['before', 'after'] as const) {
    const areas = differences.flatMap((difference) => difference[side]?.areas ?? [])
    const byPage = Map.groupBy(areas, ({ page }: Place['areas'][number]) => page)
    for (const [page, there] of [...byPage].toSorted(([one], [other]) => one - other)) {
      const png = await renderer.render(bytes[side], page, pictureWidth).catch(() => null)
      const path = png && join(folder, `${side}-page-${page}.png`)
      const frames = there.map(({ area }) => area)
      if (png && path) writeFileSync(path, framed(png, frames))
      written.push({ side, page, path })
    }
  }
  return written
}
