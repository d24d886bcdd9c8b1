import {
  agentWords,
  dateWords,
  kindWords,
  legalWords,
  literally,
  representativeWords,
  sideWords,
} from './sign-words.ts'
import { type Box, endsApart, inkOf, startsApart, type TextLine } from './text-line.ts'

/** What a label asks for: its side's seal or signature, that of who signs for it, or the day. */
export type LabelRole = 'side' | 'representative' | 'date'

/** A label of a signature block, with the words and ink it consists of. */
export type Label = {
  readonly role: LabelRole
  readonly page: number
  readonly text: string
  readonly box: Box
  /** What the side is called: 甲方, 承租人, or a party's name; empty where the label does not say. */
  readonly side: string
  /** It says 盖章 or 签字; a side without either may be one that is only named. */
  readonly plain: boolean
  readonly seals: boolean
  readonly signs: boolean
  /** An agent's, rather than the legal representative's. */
  readonly agent: boolean
  /** It asks for the legal representative's seal and leaves no signature to choose. */
  readonly legalSeal: boolean
}

type Pattern = { readonly role: LabelRole; readonly pattern: RegExp }

const bracketed = String.raw`(?:\([^()]{1,20}\))`
const tail = `${bracketed}*(?:${kindWords})?${bracketed}*[处栏]?:?`

function patternsFor(names: readonly string[]): Pattern[] {
  const called = [...names.map(literally), sideWords].join('|')
  return [
    { role: 'date', pattern: new RegExp(dateWords, 'y') },
    { role: 'representative', pattern: new RegExp(`(?:(?<side>${called}))?(?:${representativeWords})章?${tail}`, 'y') },
    { role: 'side', pattern: new RegExp(`(?<side>${called})${tail}`, 'y') },
    { role: 'side', pattern: new RegExp(String.raw`(?:\((?:${kindWords})[处栏]?\)|${kindWords})[处栏]?:?`, 'y') },
  ]
}

/** Letters of a label with a company's name in it. */
const longestName = 60

/** The labels of these lines in reading order; `names` are the parties', written as the lines are. */
export function findLabels(lines: readonly TextLine[], names: readonly string[]): Label[] {
  const patterns = patternsFor(names.filter(Boolean))
  return lines.flatMap((line) => {
    const labels: Label[] = []
    for (let at = 0; at < line.text.length; at++) {
      const label = startsApart(line, at) || follows(line, at) ? labelAt(line, at, patterns) : undefined
      if (!label) continue
      labels.push(label)
      at += label.text.length - 1
    }
    return joined(line, labels)
  })
}

/** Behind a colon, a bracket or an empty day a label may begin without a gap: 甲方：（盖章）. */
const follows = ({ text }: TextLine, at: number) => /[:)日]$/.test(text.slice(0, at))

function labelAt(line: TextLine, at: number, patterns: readonly Pattern[]): Label | undefined {
  for (const { role, pattern } of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(line.text)
    if (!found) continue
    const text = found[0]
    const end = at + text.length
    if (!isWhole(line, role, text, end)) continue
    const { side = '' } = found.groups ?? {}
    return labelOf(role, line, { from: at, to: end }, side)
  }
  return undefined
}

/**
 * A label stands for itself: a sentence that begins like one goes on behind it, and a day that is written is no
 * blank.
 */
function isWhole(line: TextLine, role: LabelRole, text: string, end: number): boolean {
  const next = line.text[end] ?? ''
  if (role === 'date') {
    if (text.endsWith('日')) return !/[起止至到前后内]/.test(next)
    return !/\d/.test(next) && (endsApart(line, end) || text.endsWith(':'))
  }
  return text.endsWith(':') ? !/^[,.;]/.test(next) : endsApart(line, end)
}

function labelOf(role: LabelRole, line: TextLine, { from, to }: { from: number; to: number }, side: string): Label {
  const text = line.text.slice(from, to)
  const asked = text.slice(side.length)
  const [seals, signs] = [/章/.test(asked), /签[字名署]/.test(asked)]
  return {
    role,
    page: line.page,
    text,
    box: inkOf(line, from, to),
    side,
    plain: !seals && !signs,
    seals,
    signs,
    agent: role === 'representative' && new RegExp(`^(?:${agentWords})`).test(asked),
    legalSeal:
      role === 'representative' && seals && !/签/.test(asked) && !new RegExp(agentWords).test(withoutLegal(asked)),
  }
}

/** The legal representative's own title has an agent's in it. */
const withoutLegal = (text: string) => text.replaceAll(new RegExp(legalWords, 'g'), '')

/** 甲方：杭州云启科技有限公司（盖章）is one label: what is asked stands behind the name. */
function joined(line: TextLine, labels: readonly Label[]): Label[] {
  const whole: Label[] = []
  for (const label of labels) {
    const before = whole.at(-1)
    const named = before?.role === 'side' && before.plain && before.side !== ''
    if (before && named && label.role === 'side' && label.side === '') {
      const from = line.left.indexOf(before.box.x)
      const to = line.right.lastIndexOf(label.box.x + label.box.width) + 1
      if (to - from <= longestName) {
        const { seals, signs } = label
        const [text, box] = [line.text.slice(from, to), inkOf(line, from, to)]
        whole[whole.length - 1] = { ...before, text, box, plain: false, seals, signs }
        continue
      }
    }
    whole.push(label)
  }
  return whole
}
