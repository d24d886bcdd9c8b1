import { IntakeRefusal } from '../intake-refusal.ts'
import { contentOperations, nameOf, type Operation, type OperationKind } from '../content-operations.ts'

/** A content stream without layers, with the names of the XObjects that it still draws and of those it drew hidden. */
export interface FlatContent {
  readonly source: string
  readonly hidden: boolean
  readonly drawn: ReadonlySet<string>
  readonly dropped: ReadonlySet<string>
}

interface Mark {
  readonly layer: boolean
  readonly hidden: boolean
}

/** Where a hidden sequence began: how many q were open, and whether inside a text object. */
interface HiddenStart {
  readonly saves: number
  readonly inText: boolean
  readonly marks: number
}

interface Walk {
  readonly parts: string[]
  readonly marks: Mark[]
  readonly dropped: Set<string>
  readonly drawn: Set<string>
  start: HiddenStart | undefined
  found: boolean
  saves: number
  inText: boolean
  /** Path operations whose painting is still to come, and whether they also clip. */
  path: string[]
  clips: string | undefined
  pathOpen: boolean
  /** Hidden text was left out, so text that follows it without a new position would move. */
  moved: boolean
  clipsText: boolean
}

/**
 * Leaves out what a content stream (one character a byte) paints in layers that `shows` denies by their resource name,
 * and the marks of all layers. State set by hidden content stays, for what follows depends on it. Throws IntakeRefusal:
 * too-complex when nothing can be left out without moving or clipping what stays.
 */
export function dropHiddenContent(source: string, shows: (name: string) => boolean): FlatContent {
  const walk: Walk = {
    parts: [],
    marks: [],
    dropped: new Set(),
    drawn: new Set(),
    start: undefined,
    found: false,
    saves: 0,
    inText: false,
    path: [],
    clips: undefined,
    pathOpen: false,
    moved: false,
    clipsText: false,
  }
  for (const operation of contentOperations(source)) {
    const { kind, operands } = operation
    if (operation.operator === 'Tr' && Number(operands[0]) >= 4) walk.clipsText = true
    if (kind === 'mark') openMark(walk, operation, source, shows)
    else if (kind === 'unmark') closeMark(walk, operation, source)
    else if (walk.start) hiddenOperation(walk, walk.start, operation, source)
    else visibleOperation(walk, operation, source)
    followState(walk, operation)
  }
  if (walk.marks.some((mark) => mark.layer || mark.hidden)) throw tangled('a layer is not closed')
  const { parts, found, drawn, dropped } = walk
  return { source: parts.join('\n'), hidden: found, drawn, dropped }
}

function tangled(what: string): IntakeRefusal {
  return new IntakeRefusal('too-complex', `hidden layer cannot be taken out: ${what}`)
}

function keep(walk: Walk, { start, end }: Operation, source: string): void {
  walk.parts.push(source.slice(start, end))
}

function openMark(walk: Walk, operation: Operation, source: string, shows: (name: string) => boolean): void {
  const [tag, properties] = operation.operands
  const layer = operation.operator === 'BDC' && nameOf(tag) === 'OC'
  const named = layer ? nameOf(properties) : undefined
  const hides = named !== undefined && !shows(named)
  if (layer && walk.pathOpen) throw tangled('inside a path')
  walk.marks.push({ layer, hidden: hides || walk.start !== undefined })
  if (hides) {
    walk.found = true
    walk.start ??= { saves: walk.saves, inText: walk.inText, marks: walk.marks.length }
  }
  if (!layer && !walk.start) keep(walk, operation, source)
}

function closeMark(walk: Walk, operation: Operation, source: string): void {
  const { start } = walk
  const last = start?.marks === walk.marks.length
  const mark = walk.marks.pop()
  if (start && last) {
    if (walk.saves !== start.saves || walk.inText !== start.inText) throw tangled('q, Q, BT and ET are not balanced')
    if (walk.pathOpen) throw tangled('inside a path')
    walk.start = undefined
  }
  if (!mark?.layer && !mark?.hidden) keep(walk, operation, source)
}

function visibleOperation(walk: Walk, operation: Operation, source: string): void {
  const { operator, kind } = operation
  if (walk.moved && (operator === 'Tj' || operator === 'TJ')) throw tangled('text follows it without a position')
  if (kind === 'show' || kind === 'position' || kind === 'text') walk.moved = false
  if (operator === 'Do') walk.drawn.add(nameOf(operation.operands[0]) ?? '')
  keep(walk, operation, source)
}

function hiddenOperation(walk: Walk, start: HiddenStart, operation: Operation, source: string): void {
  if (operation.operator === 'Do') walk.dropped.add(nameOf(operation.operands[0]) ?? '')
  checkBalance(walk, start, operation.kind)
  // What a nested q … Q does to the state ends with it.
  if (walk.saves > start.saves) return
  const text = source.slice(operation.start, operation.end)
  switch (operation.kind) {
    case 'state':
      walk.parts.push(text)
      break
    case 'position':
      walk.parts.push(...(start.inText ? [text] : leadingOf(operation)))
      walk.moved = false
      break
    case 'show':
      dropText(walk, start, operation)
      break
    case 'path':
      walk.path.push(text)
      break
    case 'clip':
      walk.clips = text
      break
    case 'paint':
      if (walk.clips) walk.parts.push(...walk.path, walk.clips, 'n')
      walk.path = []
      walk.clips = undefined
      break
    default:
  }
}

function checkBalance(walk: Walk, start: HiddenStart, kind: OperationKind): void {
  if (kind === 'restore' && walk.saves <= start.saves) throw tangled('Q without q')
  if (start.inText && (kind === 'text' || kind === 'save')) throw tangled('text object ends inside')
}

/** TD also sets the leading (ISO 32000-1 table 108), which outlives its text object. */
function leadingOf({ operator, operands }: Operation): string[] {
  const leading = Number(operands[1])
  return operator === 'TD' ? [`${Number.isFinite(leading) ? -leading : 0} TL`] : []
}

function dropText(walk: Walk, start: HiddenStart, { operator, operands }: Operation): void {
  if (walk.clipsText) throw tangled('text that clips')
  if (operator === '"') walk.parts.push(`${operands[0]} Tw ${operands[1]} Tc`)
  if (!start.inText) return
  if (operator === "'" || operator === '"') walk.parts.push('T*')
  walk.moved = true
}

function followState(walk: Walk, { kind }: Operation): void {
  if (kind === 'save') walk.saves++
  if (kind === 'restore') walk.saves--
  if (kind === 'text') walk.inText = !walk.inText
  if (kind === 'path') walk.pathOpen = true
  if (kind === 'paint') walk.pathOpen = false
}
