import { expect, test } from 'vitest'
import { wirePath } from './field-path.ts'

test.each([
  ['parties.0.name', 'signerArray.0.signerName'],
  ['parties.12.companyName', 'signerArray.12.companyName'],
  ['roles.1.name', 'roleArray.1.signerName'],
  ['roles.1.roleName', 'roleArray.1.roleName'],
  ['cc.0.name', 'ccArray.0.name'],
  ['areas.3', 'positionArray.3'],
  ['subject', 'taskName'],
  ['contractNo', 'taskNo'],
  ['files', 'fileArray'],
])('the fault of %s is answered as %s', (path, travelling) => {
  expect(wirePath(path)).toBe(travelling)
})

test.each(['phone', 'name', 'fill.pay', '2.name', 'toString', ''])('%j has one name everywhere', (path) => {
  expect(wirePath(path)).toBe(path)
})
