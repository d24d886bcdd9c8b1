import { bookkeepingKeys } from '@moqi/pdf/read/revision'
import { belongsToNote, isNote, wasNote } from './conditions/annotations.ts'
import { actsNow, isLayeredNow, isUsedOtherwise, wasUsedElsewhere } from './conditions/any-object.ts'
import { contradictsValue, isNotComparable, isOtherButton } from './conditions/appearance-finding.ts'
import { isCertificationNow, isFreed, isHigherVersion, keepsExtensions } from './conditions/catalog-entries.ts'
import { keepsResources } from './conditions/default-resources.ts'
import { isAnnotation, isItsPage, isOption, keepsFrame, vanishes } from './conditions/field-entries.ts'
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
import { isFirstTabOrder, isItsObject, isNewEntry, isRounded, isStream } from './conditions/page-entries.ts'
import { areTemplatePages } from './conditions/page-templates.ts'
import { isRetitled, isRewritten, isXmp, isXmpRetitled } from './conditions/properties.ts'
import { isSecurityStore, isStoreRemoved } from './conditions/security-store.ts'
import { isFirstPlace, isOfGoneAnnotation, isStructureExtended, keepsKids } from './conditions/structure-tree.ts'
import { isDropped, isStreamNow, keepsFirstId, wasEncrypted } from './conditions/trailer-entries.ts'
import { leavesUnused } from './conditions/unused-objects.ts'
import { isOnlyData } from './conditions/xfa-form.ts'
import { rulesOf, type Clause, type Part, type Row, type Rule } from './rule.ts'
import type { FactKind } from './facts.ts'

const filled: Part[] = ['text field', 'choice field', 'button']
/** Fields that nobody has signed. */
const open: Part[] = [...filled, 'field being signed', 'field being time-stamped', 'other field']
const anyField: Part[] = ['signed field', ...open]

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

/**
 * All that may change behind a signature, and what each change amounts to (ADR 0014). Of the rules for a key the first
 * that applies decides; those for any key (`*`) hold for what no rule before speaks of, and forbid it.
 */
export const grammar: readonly Rule[] = [
  ...rulesOf('trailer', [
    ['entry', '*', 'D35', 'trailer-irregular', isDropped],
    ['entry behind', '*', 'D36', 'trailer-key'],
    ['entry', 'Encrypt', 'D36', 'trailer-key'],
    ['entry', [...bookkeepingKeys].join(' '), 'P10', 'none'],
    ['entry', 'Root DocChecksum AdditionalStreams AuthCode', 'D35', 'trailer-irregular'],
    ['entry', 'ID', 'D35', 'none', keepsFirstId],
    ['entry', 'ID', 'D36', 'trailer-key', wasEncrypted],
    ['entry', 'ID', 'D35', 'trailer-irregular'],
    ['entry', 'Info', 'D14', 'trailer-key', isStreamNow],
    ['entry', 'Info', 'D14', 'none'],
  ]),
  ...rulesOf('information', [
    ['entry', '*', 'D14', 'metadata', isRewritten],
    ['entry', '*', 'D14', 'title', isRetitled, 'besides'],
    ['objects', '*', 'D14', 'metadata'],
    ['gone', '*', 'D35', 'trailer-irregular'],
  ]),
  ...rulesOf('catalog', [
    ['entry', '*', 'D27', 'catalog'],
    ['behind', '*', 'D34', 'object-freed', isFreed],
    ['behind', '*', 'D27', 'catalog'],
    ['entry', 'Pages', 'D24', 'pages'],
    ['entry', 'AcroForm', 'D28', 'none'],
    ['entry objects', 'DSS', 'D11', 'catalog', isStoreRemoved],
    ['entry objects', 'DSS', 'D10', 'dss', isSecurityStore],
    ['entry objects', 'DSS', 'D10', 'dss-malformed'],
    ['entry', 'Perms', 'D26', 'none', isCertificationNow],
    ['entry objects', 'Metadata', 'D14', 'metadata', isXmp],
    ['entry objects', 'Metadata', 'D14', 'catalog'],
    ['entry objects', 'Metadata', 'D14', 'title', isXmpRetitled, 'besides'],
    ['entry', 'Version', 'D13', 'version', isHigherVersion],
    ['entry objects', 'Extensions', 'D13', 'version', keepsExtensions],
    ['entry objects', 'Extensions', 'D13', 'catalog'],
    ['entry objects', 'StructTreeRoot', 'D33', 'structure-extended', isStructureExtended],
    ['entry objects', 'StructTreeRoot', 'D33', 'page-content'],
    ['entry objects', 'PieceInfo SpiderInfo', 'D27', 'private-data'],
    ['behind', 'OCProperties', 'D34', 'object-freed', isFreed],
    ['entry behind', 'OCProperties', 'D31', 'layers'],
  ]),
  ...rulesOf('page tree', [
    ['entry', '*', 'D24', 'none', areTemplatePages],
    ['entry', '*', 'D24', 'pages'],
    ['object', 'Kids', 'D24', 'none', areTemplatePages],
    ['behind', 'Kids', 'D24', 'pages', isItsObject],
    ['behind', '*', 'D24', 'page-resources'],
  ]),
  ...rulesOf('page', [
    ['new', '*', 'D24', 'page-template'],
    ['entry behind', '*', 'D24', 'page-content'],
    ['object', '', 'P16', 'page-content', isStream],
    ['entry object', 'Annots', 'D25', 'none'],
    ['entry', 'MediaBox CropBox BleedBox TrimBox ArtBox', 'D4', 'none', isRounded],
    ['entry behind', 'Resources', 'D32', 'page-resources'],
    ['entry', 'Tabs', 'D33', 'structure-extended', isFirstTabOrder],
    ['entry', 'Tabs', 'D24', 'tab-order'],
    ['entry', 'StructParents', 'D33', 'structure-extended', isNewEntry],
  ]),
  ...rulesOf('annotation', [
    ['new entry', '*', 'D23', 'annotation-markup', isNote],
    ['new entry behind', '*', 'D23', 'annotation-other'],
    ['behind', 'AP', 'D23', 'annotation-markup', belongsToNote],
    ['gone', '*', 'D23', 'annotation-removed', wasNote],
    ['gone', '*', 'D23', 'annotation-other'],
  ]),
  ...rulesOf('widget', [
    ['gone', '*', 'D22', 'form-structure'],
    ['new', '*', 'D25', 'none', isOfNewField],
    ['new', '*', 'D17', 'signature-field-added-visible', isShownBySigning],
    ['new', '*', 'D16', 'none', isPlacedBySigning],
    ['new', '*', 'D21', 'form-structure'],
  ]),
  ...rulesOf('form', [
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
  ]),
  ...rulesOf('new field', [
    ['new', '*', 'V2', 'signature-field-large', isLargeAndShown, 'besides'],
    ['new', '*', 'D5', 'form-structure', wasSomethingElse],
    ['new', '*', 'D16', 'none', isOnlyParent],
    ['new', '*', 'D21', 'form-structure', isNoSignatureField],
    ['new', '*', 'D17', 'signature-field-added-visible', isSignedAndShown],
    ['new', '*', 'D15', 'empty-signature-field-added-visible', isShown],
    ['new', '*', 'D15', 'empty-signature-field-added', isUnsigned],
    ['new', '*', 'D12', 'timestamp-field-added', isTimestamped],
    ['new', '*', 'D16', 'signature-field-added'],
  ]),
  ...rulesOf(anyField, [
    ['gone', '*', 'D21', 'form-structure'],
    ['entry', 'AP', 'D3', 'shared-object', wasUsedElsewhere, 'besides'],
  ]),
  ...rulesOf('signed field', [
    ['entry behind', '*', 'D19', 'signed-field-changed'],
    ['objects', 'V', 'D19', 'signed-field-changed'],
    ['entry objects', 'AP', 'D19', 'signed-appearance-changed'],
    ['entry behind', 'Ff', 'D19', 'none'],
  ]),
  ...rulesOf(open, [
    ['entry behind', '*', 'D21', 'form-structure'],
    ['entry', 'Ff', 'D20', 'field-locked', isOnlyLocked],
  ]),
  ...rulesOf(['field being signed'], signing('field-signed', 'D18')),
  ...rulesOf(['field being time-stamped'], signing('timestamp-field-signed', 'D12')),
  ...rulesOf(filled, [
    ['entry objects', 'V AP', 'D20', 'field-filled'],
    ['entry behind', 'AS I RV M', 'D20', 'field-filled'],
    ['entry', 'F', 'D22', 'field-filled', keepsShowingWhenFilled],
    ['entry', 'Ff', 'D20', 'field-filled', turnsReadOnlyAlone],
    ['entry', 'MK', 'D20', 'field-filled', keepsFrame],
    ['behind', 'MK', 'D20', 'field-filled'],
  ]),
  ...rulesOf('choice field', [['entry', 'TI', 'D20', 'field-filled', isOption]]),
  ...rulesOf('other field', [['objects', 'V AP', 'D21', 'form-structure']]),
  ...rulesOf('signature', [['entry behind', '*', 'D19', 'signed-field-changed']]),
  ...rulesOf('structure element', [
    ['gone', '*', 'D33', 'structure-extended', isOfGoneAnnotation],
    ['gone entry behind', '*', 'D33', 'page-content'],
    ['entry', 'K', 'D33', 'structure-extended', keepsKids],
    ['entry', 'Pg', 'D33', 'structure-extended', isFirstPlace],
    ['objects', 'K P', 'D33', 'structure-extended', isStructureExtended],
    ['objects', 'K P', 'D33', 'page-content'],
  ]),
  // What depends on facts: fields of which it is known by now that they were filled in or signed.
  ...rulesOf('filled field', [
    ['entry', 'AP', 'V3', 'appearance-contradicts-value', contradictsValue],
    ['entry', 'AP', 'V3', 'button-appearance', isOtherButton],
    ['entry', 'AP', 'V3', 'appearance-not-comparable', isNotComparable],
  ]),
  ...rulesOf('field signed', [['entry', 'AP', 'V2', 'signature-field-large', isLargeNow]]),
  ...rulesOf('any object', [
    ['object', '', 'D3', 'shared-object', isUsedOtherwise],
    ['entry', 'A', 'D27', 'action-added', actsNow],
    ['entry', 'OC', 'D31', 'layers', isLayeredNow],
    ['new', '*', 'D5', 'unused-object', leavesUnused],
  ]),
  // An object in several uses, of which some have no leave to change.
  ...rulesOf('shared object', [['object', '', 'D3', 'shared-object']]),
]
