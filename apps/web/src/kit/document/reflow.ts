/** A run of a page's text: its left edge, baseline, width and size, in points from the page's top left. */
export type TextRun = { text: string; x: number; y: number; width: number; size: number }

/** What a piece of the reflowed text is; `from` and `to`: its first and last baseline, points from the top. */
export type TextBlock = { kind: 'title' | 'heading' | 'text'; text: string; from: number; to: number }

type Line = { text: string; x: number; right: number; y: number; size: number; columns: boolean }

/** What begins a paragraph of a Chinese contract wherever it stands: 第三条, 二、, （一）, 1. or 1.2. */
const clause =
  /^(第\s*[一二三四五六七八九十百零〇\d]+\s*[条章节款项]|[一二三四五六七八九十]+、|[（(][一二三四五六七八九十\d]+[）)]|\d+(\.\d+)*[、.．]|\d+(\.\d+)+\s)/
const clauseHeading = /^第\s*[一二三四五六七八九十百零〇\d]+\s*[条章节][^。；，]{0,18}$/

/** A page's text as paragraphs in reading order, its line breaks gone; empty for a page that is a picture only. */
export function reflow(runs: readonly TextRun[], pageWidth: number): TextBlock[] {
  const lines = linesOf(runs.filter(({ text }) => text.trim() !== ''))
  if (lines.length === 0) return []
  const shape = shapeOf(lines, pageWidth)
  const blocks: TextBlock[] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const last = blocks.at(-1)
    if (before && last && continues(before, line, shape)) {
      last.text = joined(last.text, line.text, 0)
      last.to = line.y
    } else blocks.push({ kind: kindOf(line, shape), text: line.text, from: line.y, to: line.y })
  }
  return blocks
}

/** Runs on one baseline, from left to right. */
function linesOf(runs: readonly TextRun[]): Line[] {
  const rows: TextRun[][] = []
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && run.y - first.y < Math.max(run.size, first.size) * 0.5) row.push(run)
    else rows.push([run])
  }
  return rows.map((row) => lineOf(row.toSorted((a, b) => a.x - b.x)))
}

function lineOf(row: readonly TextRun[]): Line {
  const line: Line = { text: '', x: row[0]?.x ?? 0, right: 0, y: 0, size: 0, columns: false }
  for (const { text, x, y, width, size } of row) {
    const gap = line.text === '' ? 0 : (x - line.right) / size
    if (gap > 3) line.columns = true
    line.text = joined(line.text, text, gap)
    line.right = Math.max(line.right, x + width)
    line.y = Math.max(line.y, y)
    line.size = Math.max(line.size, size)
  }
  return { ...line, text: line.text.trim() }
}

/** Two runs as one text: a wide gap (in ems) stays one, and Latin words keep their space. */
function joined(left: string, right: string, gap: number): string {
  if (left === '') return right
  if (gap > 0.7) return `${left}\u3000${right.trimStart()}`
  const words = /[\w,.;:)]$/.test(left) && /^[\w(]/.test(right)
  return words && (gap === 0 || gap > 0.15) ? `${left} ${right}` : left + right
}

type Shape = { left: number; right: number; size: number; step: number; middle: number }

/** The margins, the size of most of the text, and the usual distance of two lines. */
function shapeOf(lines: readonly Line[], pageWidth: number): Shape {
  const steps = lines.slice(1).map((line, index) => line.y - (lines[index]?.y ?? 0))
  const size = middleOf(lines.flatMap((line) => Array.from({ length: line.text.length }, () => line.size)))
  return {
    left: Math.min(...lines.map(({ x }) => x)),
    right: Math.max(...lines.map(({ right }) => right)),
    size,
    // Lines of one paragraph lie nearest to each other.
    step: Math.min(...steps.filter((step) => step > size), size * 2.4),
    middle: pageWidth / 2,
  }
}

const middleOf = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

function continues(before: Line, line: Line, { left, right, size, step }: Shape): boolean {
  if (before.columns || line.columns || clause.test(line.text)) return false
  if (Math.abs(before.size - line.size) > size * 0.15 || line.y - before.y > step * 1.35) return false
  // A paragraph ends before the margin, and begins with two empty squares.
  const full = before.right > right - size * 2.2
  const indented = line.x > left + size * 1.2 && line.x > before.x + size * 0.5
  return full && !indented
}

function kindOf(line: Line, { left, size, middle }: Shape): TextBlock['kind'] {
  if (clauseHeading.test(line.text)) return 'heading'
  if (line.text.length > 30 || line.columns) return 'text'
  if (line.size >= size * 1.2) return line.size >= size * 1.4 ? 'title' : 'heading'
  const centred = Math.abs((line.x + line.right) / 2 - middle) < size && line.x > left + size * 4
  return centred && !/\d|页/.test(line.text) ? 'heading' : 'text'
}
