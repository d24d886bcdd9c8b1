import { bookkeepingKeys } from '@moqi/pdf/graph/object-graph'
import { belongsToNote, isNote, wasNote } from './conditions/annotations.ts'
import { actsNow, isLayeredNow, isUsedOtherwise } from './conditions/any-object.ts'
import { isCertificationNow, isFreed, isHigherVersion, isKept, keepsExtensions } from './conditions/catalog-entries.ts'
import { isFirstTabOrder, isItsObject, isNewEntry, isRounded, isStream } from './conditions/page-entries.ts'
import { areTemplatePages } from './conditions/page-templates.ts'
import { isRetitled, isRewritten, isXmp, isXmpRetitled } from './conditions/properties.ts'
import { isSecurityStore, isStoreRemoved } from './conditions/security-store.ts'
import { isStructureExtended } from './conditions/structure-tree.ts'
import { isDropped, isStreamNow, keepsFirstId, wasEncrypted } from './conditions/trailer-entries.ts'
import { leavesUnused } from './conditions/unused-objects.ts'
import { type Row, type Rule, rulesOf } from './rule.ts'

/** What may change in the document besides its form. The rows for any key hold for all that no other row speaks of. */

const trailer: Row[] = [
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
]

const information: Row[] = [
  ['entry', '*', 'D14', 'metadata', isRewritten],
  ['entry', '*', 'D14', 'title', isRetitled, 'besides'],
  ['objects', '*', 'D14', 'metadata'],
  ['gone', '*', 'D35', 'trailer-irregular'],
]

const catalog: Row[] = [
  ['entry', '*', 'D27', 'catalog'],
  ['behind', '*', 'D34', 'object-freed', isFreed],
  ['behind', '*', 'D27', 'catalog'],
  ['entry', 'Pages', 'D24', 'pages'],
  ['entry', 'AcroForm', 'D28', 'none'],
  ['entry objects', 'DSS', 'D11', 'catalog', isStoreRemoved],
  ['entry objects', 'DSS', 'D10', 'dss', isSecurityStore],
  ['entry objects', 'DSS', 'D10', 'dss-malformed'],
  ['entry', 'Perms', 'D26', 'none', isCertificationNow],
  ['entry', 'Perms', 'D26', 'catalog'],
  ['entry objects', 'Metadata', 'D14', 'metadata', isXmp],
  ['entry objects', 'Metadata', 'D14', 'catalog'],
  ['entry objects', 'Metadata', 'D14', 'title', isXmpRetitled, 'besides'],
  ['entry', 'Version', 'D13', 'version', isHigherVersion],
  ['entry', 'Version', 'D13', 'catalog'],
  ['entry objects', 'Extensions', 'D13', 'version', keepsExtensions],
  ['entry objects', 'Extensions', 'D13', 'catalog'],
  ['entry objects', 'StructTreeRoot', 'D33', 'structure-extended', isStructureExtended],
  ['entry objects', 'StructTreeRoot', 'D33', 'page-content'],
  ['entry objects', 'PieceInfo SpiderInfo', 'D27', 'private-data'],
  ['entry', 'OCProperties', 'D31', 'layers'],
  ['behind', 'OCProperties', 'D31', 'layers', isKept],
]

const pageTree: Row[] = [
  ['entry', '*', 'D24', 'none', areTemplatePages],
  ['entry', '*', 'D24', 'pages'],
  ['object', 'Kids', 'D24', 'none', areTemplatePages],
  ['behind', 'Kids', 'D24', 'pages', isItsObject],
  ['behind', '*', 'D24', 'page-resources'],
]

const page: Row[] = [
  ['new', '*', 'D24', 'page-template'],
  ['entry behind', '*', 'D24', 'page-content'],
  ['object', '', 'P16', 'page-content', isStream],
  ['entry object', 'Annots', 'D25', 'none'],
  ['entry', 'MediaBox CropBox BleedBox TrimBox ArtBox', 'D4', 'none', isRounded],
  ['entry behind', 'Resources', 'D32', 'page-resources'],
  ['entry', 'Tabs', 'D33', 'structure-extended', isFirstTabOrder],
  ['entry', 'Tabs', 'D24', 'tab-order'],
  ['entry', 'StructParents', 'D33', 'structure-extended', isNewEntry],
]

const annotation: Row[] = [
  ['new entry', '*', 'D23', 'annotation-markup', isNote],
  ['new entry behind', '*', 'D23', 'annotation-other'],
  ['behind', 'AP', 'D23', 'annotation-markup', belongsToNote],
  ['gone', '*', 'D23', 'annotation-removed', wasNote],
  ['gone', '*', 'D23', 'annotation-other'],
]

const anyObject: Row[] = [
  ['object', '', 'D3', 'shared-object', isUsedOtherwise],
  ['entry', 'A', 'D27', 'action-added', actsNow],
  ['entry', 'OC', 'D31', 'layers', isLayeredNow],
  ['new', '*', 'D5', 'unused-object', leavesUnused],
]
/** An object in several uses, of which some have no leave to change. */
const sharedObject: Row[] = [['object', '', 'D3', 'shared-object']]

/** The rules of documents, by part. */
export const documentRules: readonly Rule[] = [
  ...rulesOf(['trailer'], trailer),
  ...rulesOf(['information'], information),
  ...rulesOf(['catalog'], catalog),
  ...rulesOf(['page tree'], pageTree),
  ...rulesOf(['page'], page),
  ...rulesOf(['annotation'], annotation),
  ...rulesOf(['any object'], anyObject),
  ...rulesOf(['shared object'], sharedObject),
]
