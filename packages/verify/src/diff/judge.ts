import { reservedPrefix } from '@moqi/form/field-names'
import type { Severity } from '../reasons/reason-row.ts'
import { type Reason, reason, type ReasonCode } from '../reasons/reasons.ts'
import { type Fact, type FactKind, factText } from './facts.ts'
import { isLocked, type Level, type Lock } from '@moqi/form/permissions'

type Ruling = [ReasonCode, Severity] | 'silent'

interface Row {
  approval: Ruling
  1: Ruling
  2: Ruling
  3: Ruling
  /** Under approval and levels 2 and 3 when no later intact signature covers the change (D20). */
  uncovered?: { approval: Ruling; certified: Ruling }
  /** Under level 1 when the same increment adds a document time-stamp, which needs it (D12). */
  stamped?: Ruling
}

const always = (ruling: Ruling): Row => ({ approval: ruling, 1: ruling, 2: ruling, 3: ruling })
const forbidden = (code: ReasonCode): Row => always([code, 'invalid'])
const notPermitted: Ruling = ['change-not-permitted', 'invalid']
const added: Ruling = ['signature-field-added', 'info']
const addedAfterCertification: Ruling = ['signature-field-added-after-certification', 'indeterminate']
const filled: Ruling = ['field-filled', 'info']

const notCompared: Ruling = ['appearance-not-comparable', 'warning']
const notComparedOpen: Ruling = ['appearance-not-comparable', 'indeterminate']
const unreadAppearance: Row = {
  ...always(notCompared),
  uncovered: { approval: notComparedOpen, certified: notComparedOpen },
}

/** The table of §5: what each kind of change is worth under each level. Rows D10 to D36, and V3. */
const table: Record<FactKind, Row> = {
  dss: always(['dss-updated', 'info']),
  'dss-malformed': forbidden('dss-malformed'),
  metadata: { ...always(['metadata-updated', 'info']), 1: ['metadata-updated', 'warning'] },
  title: always(['title-changed', 'warning']),
  version: always('silent'),
  'structure-extended': { ...always('silent'), 1: notPermitted, stamped: 'silent' },
  'private-data': always('silent'),
  'trailer-irregular': always(['trailer-irregular', 'warning']),
  'trailer-key': forbidden('trailer-key'),
  'field-signed': { ...always('silent'), 1: notPermitted },
  'timestamp-field-added': always(added),
  'timestamp-field-signed': always(added),
  'signature-field-added': { approval: added, 1: notPermitted, 2: added, 3: added },
  'signature-field-added-visible': {
    approval: added,
    1: notPermitted,
    2: addedAfterCertification,
    3: addedAfterCertification,
  },
  'empty-signature-field-added': { ...always(['signature-field-added', 'warning']), 1: notPermitted },
  'empty-signature-field-added-visible': {
    approval: ['signature-field-added', 'warning'],
    1: notPermitted,
    2: notPermitted,
    3: notPermitted,
  },
  'field-locked': { ...always('silent'), 1: notPermitted },
  'field-filled': {
    approval: filled,
    1: notPermitted,
    2: filled,
    3: filled,
    uncovered: { approval: ['unsigned-fill', 'indeterminate'], certified: ['unsigned-fill', 'warning'] },
  },
  'appearance-contradicts-value': forbidden('appearance-contradicts-value'),
  'appearance-not-comparable': unreadAppearance,
  'button-appearance': unreadAppearance,
  'signature-field-large': always(['signature-appearance-large', 'warning']),
  'signed-field-changed': forbidden('signature-removed'),
  'signed-appearance-changed': forbidden('signature-appearance-changed'),
  'form-structure': forbidden('change-form-structure'),
  'default-resources-added': { ...always('silent'), 1: notPermitted, stamped: 'silent' },
  'default-resources-changed': forbidden('default-resources-changed'),
  xfa: always(['xfa-present', 'indeterminate']),
  'annotation-markup': {
    ...forbidden('annotation-after-signature'),
    3: ['annotation-can-hide-content', 'warning'],
  },
  'annotation-other': {
    ...forbidden('annotation-after-signature'),
    3: ['annotation-can-hide-content', 'indeterminate'],
  },
  'annotation-removed': { ...forbidden('annotation-after-signature'), 3: ['annotation-can-hide-content', 'warning'] },
  'tab-order': { ...forbidden('change-page-content'), 3: 'silent' },
  'page-content': forbidden('change-page-content'),
  'page-resources': forbidden('change-resources'),
  pages: forbidden('change-pages'),
  'page-template': {
    approval: ['change-pages', 'invalid'],
    1: notPermitted,
    2: ['page-template', 'indeterminate'],
    3: ['page-template', 'indeterminate'],
  },
  catalog: forbidden('change-catalog'),
  layers: forbidden('change-layers'),
  'action-added': forbidden('change-catalog'),
  'shared-object': forbidden('change-shared-object'),
  'object-freed': forbidden('object-freed'),
  'unused-object': always(['unused-object', 'info']),
}

/** What is in force for one signature (D2). */
export interface Force {
  level: Level
  locks: Lock[]
  /** Whether a later intact signature covers a revision. */
  isCovered: (revision: number) => boolean
  /** Whether a revision adds a document time-stamp. */
  isStamped: (revision: number) => boolean
  /** The platform's own document, all of whose fields were prepared before the first party signed. */
  prepared: boolean
}

const fillKinds = new Set<FactKind>(['field-filled', 'field-signed', 'timestamp-field-signed'])
const newFieldKinds = new Set<FactKind>([
  'signature-field-added',
  'signature-field-added-visible',
  'empty-signature-field-added',
  'empty-signature-field-added-visible',
])

/** Judges one fact under what is in force; undefined when it needs no word. */
export function judgeFact(fact: Fact, force: Force): Reason | undefined {
  const detail = factText(fact)
  if (isLockedOut(fact, force.locks)) return reason('change-locked-field', { detail })
  const ruling = rulingOn(fact, force)
  if (ruling === 'silent') return undefined
  const [code, severity] = ruling
  // One sentence for all of them: the names of prepared fields mean nothing to a person.
  if (code === 'field-filled' && force.prepared && fact.field?.startsWith(reservedPrefix)) {
    return reason('prepared-field-signed')
  }
  return reason(code, { severity, detail })
}

function rulingOn({ kind, revision }: Fact, force: Force): Ruling {
  const row = table[kind]
  const { uncovered, stamped } = row
  if (force.level === 1) return stamped && force.isStamped(revision) ? stamped : row[1]
  if (uncovered === undefined || force.isCovered(revision)) return row[force.level]
  return force.level === 'approval' ? uncovered.approval : uncovered.certified
}

/** Locked names stay as they are; under All no new signature field comes either. */
function isLockedOut(fact: Fact, locks: Lock[]): boolean {
  const { field } = fact
  if (field === undefined) return false
  if (fillKinds.has(fact.kind)) return locks.some((lock) => isLocked(lock, field))
  return newFieldKinds.has(fact.kind) && locks.some((lock) => lock.action === 'All')
}
