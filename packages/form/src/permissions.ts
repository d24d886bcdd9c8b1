import type { FoundSignature } from './find-signatures.ts'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, itemsOf, type PdfDict, textOf } from '@moqi/pdf/read/values'

/** Fields a signature fixes (ISO 32000-2 Table 236 and 259). */
export interface Lock {
  action: 'All' | 'Include' | 'Exclude'
  fields: string[]
}

/** A certification's level; 'approval' when nothing is declared (D2). */
export type Level = 'approval' | 1 | 2 | 3

/** What is not as it should be in them; each is also a reason code (B12, D2). */
export type PermissionFault =
  | 'certification-inconsistent'
  | 'docmdp-level-unknown'
  | 'lock-inconsistent'
  | 'lock-unknown-action'

/** What one signature allows to change after it. */
export interface Permissions {
  /** Level of its own DocMDP transform. */
  certification: 1 | 2 | 3 | undefined
  /** /P of its field's /Lock. */
  lockLevel: 1 | 2 | 3 | undefined
  locks: Lock[]
  /** Among them that of its field. */
  fieldLock?: Lock
  faults: PermissionFault[]
}

/** B12, D2: DocMDP and FieldMDP of the signature, and the /Lock of its field. */
export function readPermissions(found: FoundSignature): Permissions {
  const permissions: Permissions = { certification: undefined, lockLevel: undefined, locks: [], faults: [] }
  const { dict, model, field } = found
  if (!dict || !model) return permissions
  const { view } = model
  for (const item of itemsOf(view.get(dict, 'Reference'))) readTransform(view, dictOf(view.resolve(item)), permissions)
  const lock = view.dict(field?.dict, 'Lock')
  if (lock) readFieldLock(view, lock, permissions)
  const isNamed = view.get(view.dict(model.catalog, 'Perms'), 'DocMDP') === dict
  if (isNamed !== (permissions.certification !== undefined)) {
    permissions.faults.push('certification-inconsistent')
    if (isNamed) permissions.certification ??= 2
  }
  return permissions
}

/** Of several levels the strictest holds: which of them another reader takes is anybody's guess. */
function readTransform(view: View, reference: PdfDict | undefined, permissions: Permissions): void {
  const parameters = view.dict(reference, 'TransformParams')
  const method = view.name(reference, 'TransformMethod')
  if (method === 'FieldMDP') permissions.locks.push(readLock(view, parameters, permissions.faults))
  if (method !== 'DocMDP') return
  const level = readLevel(view, parameters, permissions.faults)
  const { certification } = permissions
  if (certification !== undefined) permissions.faults.push('certification-inconsistent')
  permissions.certification = certification === undefined || level < certification ? level : certification
}

/** Default 2; any other value than 1 to 3 counts as the strictest (B12). */
function readLevel(view: View, parameters: PdfDict | undefined, faults: PermissionFault[]): 1 | 2 | 3 {
  const value = integerOf(view.get(parameters, 'P')) ?? (parameters?.entries.has('P') ? 0 : 2)
  if (value === 1 || value === 2 || value === 3) return value
  faults.push('docmdp-level-unknown')
  return 1
}

function readFieldLock(view: View, dict: PdfDict, permissions: Permissions): void {
  const lock = readLock(view, dict, permissions.faults)
  const agrees = permissions.locks.some((other) => JSON.stringify(other) === JSON.stringify(lock))
  if (permissions.locks.length > 0 && !agrees) permissions.faults.push('lock-inconsistent')
  permissions.locks.push(lock)
  permissions.fieldLock = lock
  if (dict.entries.has('P')) permissions.lockLevel = readLevel(view, dict, permissions.faults)
}

/** What does not say which fields it means fixes all of them. */
function readLock(view: View, dict: PdfDict | undefined, faults: PermissionFault[]): Lock {
  const action = view.name(dict, 'Action')
  const fields = itemsOf(view.get(dict, 'Fields')).map((item) => textOf(view.resolve(item)) ?? '')
  if (action === 'All' || action === 'Include' || action === 'Exclude') return { action, fields }
  faults.push('lock-unknown-action')
  return { action: 'All', fields: [] }
}

/** D6: a lock entry names a field and its descendants. */
export function isLocked(lock: Lock, name: string): boolean {
  const listed = lock.fields.some((entry) => name === entry || name.startsWith(`${entry}.`))
  if (lock.action === 'All') return true
  return lock.action === 'Include' ? listed : !listed
}
