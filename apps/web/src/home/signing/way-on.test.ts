import { expect, test } from 'vitest'
import type { Space } from '../../client/space-store.ts'
import { howFar } from './how-far.ts'
import { wayOn } from './way-on.ts'

const space: Space = {
  tenantId: 't',
  companyId: 'c',
  spaceName: '杭州云启科技有限公司',
  spaceType: 'company',
  spaceStatus: 'passAuth',
  isSpaceOwner: 'yes',
  rightArray: [],
}
const person: Space = { ...space, companyId: null, spaceType: 'person', spaceStatus: 'notAuth' }
const here = '/signing?signId=s&signType=0'

test('whoever is not real-named is led there and back', () => {
  expect(wayOn({ info: '您还未完成实名认证，请先认证', space: person, here })?.to).toBe(
    `/personal-auth-info?from=${encodeURIComponent('/signing!!signId=s&signType=0')}`,
  )
})

test('an administrator without seal can make one, an operator asks the administrator', () => {
  const info = '您没有可用的印章，请先制作'
  expect(wayOn({ info, space, here })?.to).toBe('/company-space/admin-signatures')
  expect(wayOn({ info, space: { ...space, isSpaceOwner: 'no' }, here })?.hint).toContain('管理员')
})

test('when it is not one’s turn there is nothing to do but wait', () => {
  expect(wayOn({ info: '还未轮到您签署', space, here })).toBeNull()
})

test('the success page says how far the contract has come', () => {
  const signer = { signerStatus: 'signed' } as const
  const array = [signer, { signerStatus: 'toSign' } as const].map((one) => ({ ...blank, ...one }))
  expect(howFar({ taskStatus: 'signing', signerArray: array })).toContain('还有 1 方未签署')
  expect(howFar({ taskStatus: 'finish', signerArray: array })).toContain('全部 2 方已签署')
  expect(howFar({ taskStatus: 'signing', signerArray: array.slice(0, 1) })).toContain('正在核对')
})

const blank = {
  signerNo: 1,
  signOrder: 1,
  signType: 0 as const,
  signerName: '',
  phone: '',
  companyName: null,
  companyId: null,
  signTime: null,
  readTime: null,
  willAuthType: 'sms' as const,
  sealType: null,
}
