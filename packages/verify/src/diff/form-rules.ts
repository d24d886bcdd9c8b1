import { isAnnotation, isItsPage, isOption, keepsFrame, vanishes } from './conditions/field-entries.ts'
import { contradictsValue, isNotComparable, isOtherButton } from './conditions/appearance-finding.ts'
import { wasUsedElsewhere } from './conditions/any-object.ts'
import { keepsResources } from './conditions/default-resources.ts'
import { isOnlyLocked, keepsShowingWhenFilled, keepsShowingWhenSigned, turnsReadOnlyAlone } from './conditions/flags.ts'
import { asksForAppearances, isFirstDefault, keepsFields, setsBits } from './conditions/form-entries.ts'
import {
  isLargeAndShown,
  isLargeNow,
  isNoSignatureField,
  isOfNewField,
  isOnlyParent,
  isPlacedBySigning,
  isShown,
  isShownBySigning,
  isSignedAndShown,
  isTimestamped,
  isUnsigned,
  wasSomethingElse,
} from './conditions/new-fields.ts'
import { isNewEntry } from './conditions/page-entries.ts'
import { isOnlyData } from './conditions/xfa-form.ts'
import type { Clause } from './clauses.ts'
import type { FactKind } from './facts.ts'
import { type Part, type Row, type Rule, rulesOf } from './rule.ts'

/** What may change in the form, its fields and their widgets. The first row of a part is what holds for all other keys. */

const form: Row[] = [
  ['gone', '*', 'D28', 'form-structure'],
  ['entry behind', '*', 'D30', 'form-structure'],
  ['object', '', 'D28', 'none'],
  ['entry', 'Fields', 'D28', 'none', keepsFields],
  ['object', 'Fields', 'D28', 'none'],
  ['entry objects', 'SigFlags', 'D29', 'none', setsBits],
  ['entry objects', 'SigFlags', 'D29', 'form-structure'],
  ['entry object', 'DR DR/*', 'D29', 'default-resources-added', keepsResources],
  ['entry object', 'DR DR/*', 'D29', 'default-resources-changed'],
  ['behind', 'DR', 'D29', 'default-resources-changed'],
  ['entry', 'DA', 'D29', 'default-resources-added', isFirstDefault],
  ['entry', 'DA', 'D29', 'default-resources-changed'],
  ['entry', 'NeedAppearances', 'D30', 'form-structure', asksForAppearances],
  ['entry', 'NeedAppearances', 'D30', 'none'],
  ['entry objects', 'XFA', 'D30', 'xfa', isOnlyData],
  ['entry objects', 'XFA', 'D30', 'form-structure'],
]

const newField: Row[] = [
  ['new', '*', 'V2', 'signature-field-large', isLargeAndShown, 'besides'],
  ['new', '*', 'D5', 'form-structure', wasSomethingElse],
  ['new', '*', 'D16', 'none', isOnlyParent],
  ['new', '*', 'D21', 'form-structure', isNoSignatureField],
  ['new', '*', 'D17', 'signature-field-added-visible', isSignedAndShown],
  ['new', '*', 'D15', 'empty-signature-field-added-visible', isShown],
  ['new', '*', 'D15', 'empty-signature-field-added', isUnsigned],
  ['new', '*', 'D12', 'timestamp-field-added', isTimestamped],
  ['new', '*', 'D16', 'signature-field-added'],
]

/** Any field, whatever it is filled or signed with. */
const anyField: Row[] = [
  ['gone', '*', 'D21', 'form-structure'],
  ['entry', 'AP', 'D3', 'shared-object', wasUsedElsewhere, 'besides'],
]

const signedField: Row[] = [
  ['entry behind', '*', 'D19', 'signed-field-changed'],
  ['objects', 'V', 'D19', 'signed-field-changed'],
  ['entry objects', 'AP', 'D19', 'signed-appearance-changed'],
  ['entry behind', 'Ff', 'D19', 'none'],
]

/** A field that nobody has signed, whatever else is done with it. */
const openField: Row[] = [
  ['entry behind', '*', 'D21', 'form-structure'],
  ['entry', 'Ff', 'D20', 'field-locked', isOnlyLocked],
]

const signing = (kind: FactKind, clause: Clause): Row[] => [
  ['entry objects', 'V AP', clause, kind],
  ['entry behind', 'AS MK DA M', clause, kind],
  ['entry', 'Ff', clause, kind],
  ['entry', 'F', clause, kind, keepsShowingWhenSigned],
  ['entry', 'Type', clause, kind, isAnnotation],
  ['entry', 'P', clause, kind, isItsPage],
  ['behind', 'P Type', clause, kind],
  ['entry', 'StructParent', 'D33', kind, isNewEntry],
  ['entry', 'Rect', clause, kind, vanishes],
]

const filling: Row[] = [
  ['entry objects', 'V AP', 'D20', 'field-filled'],
  ['entry behind', 'AS I RV M', 'D20', 'field-filled'],
  ['entry', 'F', 'D22', 'field-filled', keepsShowingWhenFilled],
  ['entry', 'Ff', 'D20', 'field-filled', turnsReadOnlyAlone],
  ['entry', 'MK', 'D20', 'field-filled', keepsFrame],
  ['behind', 'MK', 'D20', 'field-filled'],
]

const otherField: Row[] = [['objects', 'V AP', 'D21', 'form-structure']]

const fillingChoices: Row[] = [['entry', 'TI', 'D20', 'field-filled', isOption]]

const signature: Row[] = [['entry behind', '*', 'D19', 'signed-field-changed']]

const widget: Row[] = [
  ['gone', '*', 'D22', 'form-structure'],
  ['new', '*', 'D25', 'none', isOfNewField],
  ['new', '*', 'D17', 'signature-field-added-visible', isShownBySigning],
  ['new', '*', 'D16', 'none', isPlacedBySigning],
  ['new', '*', 'D21', 'form-structure'],
]

/** What depends on facts: fields of which is known that they were filled in or signed. */
const filledField: Row[] = [
  ['entry', 'AP', 'V3', 'appearance-contradicts-value', contradictsValue],
  ['entry', 'AP', 'V3', 'button-appearance', isOtherButton],
  ['entry', 'AP', 'V3', 'appearance-not-comparable', isNotComparable],
]
const fieldSigned: Row[] = [['entry', 'AP', 'V2', 'signature-field-large', isLargeNow]]

const filled: Part[] = ['text field', 'choice field', 'button']
const beingSigned: Part[] = ['field being signed', 'field being time-stamped']
const open: Part[] = [...filled, ...beingSigned, 'other field']

/** The rules of forms, by part. */
export const formRules: readonly Rule[] = [
  ...rulesOf(['form'], form),
  ...rulesOf(['new field'], newField),
  ...rulesOf(['signed field', ...open], anyField),
  ...rulesOf(['signed field'], signedField),
  ...rulesOf(open, openField),
  ...rulesOf(['field being signed'], signing('field-signed', 'D18')),
  ...rulesOf(['field being time-stamped'], signing('timestamp-field-signed', 'D12')),
  ...rulesOf(filled, filling),
  ...rulesOf(['choice field'], fillingChoices),
  ...rulesOf(['other field'], otherField),
  ...rulesOf(['signature'], signature),
  ...rulesOf(['widget'], widget),
  ...rulesOf(['filled field'], filledField),
  ...rulesOf(['field signed'], fieldSigned),
]
