import { expect, it } from 'vitest'
import { duePrompts } from './startup-prompts.ts'

const calm = {
  isAuthed: 'passAuth',
  sealNumber: 1,
  companyCheckAuthCode: 0,
  companyCheckSealCode: 0,
  lastChangePwdCode: 0,
  pwdRemindStr: 'ok',
} as const
const owner = { spaceType: 'company', isSpaceOwner: 'yes' } as const
const operator = { spaceType: 'company', isSpaceOwner: 'no' } as const
const person = { spaceType: 'person', isSpaceOwner: 'yes' } as const
const leads = (...given: Parameters<typeof duePrompts>) => duePrompts(...given).map((prompt) => prompt.leads)

it('says nothing where nothing is missing', () => {
  expect([owner, operator, person].flatMap((space) => leads(calm, space))).toEqual([])
})

it.each(['notAuth', 'rejectPersonAuth', 'rejectCompanyAuth'] as const)(
  'reminds a company that is %s of its authentication, once (V12)',
  (isAuthed) => {
    expect(leads({ ...calm, isAuthed }, owner)).toEqual(['authentication'])
    expect(leads({ ...calm, isAuthed, companyCheckAuthCode: 1 }, owner)).toEqual([])
    expect(leads({ ...calm, isAuthed }, person)).toEqual([])
  },
)

it.each(['inPersonAuth', 'inCompanyAuth'] as const)('leaves a company that is %s in peace', (isAuthed) => {
  expect(leads({ ...calm, isAuthed, sealNumber: 0 }, owner)).toEqual([])
})

it('reminds the administrator of an authenticated company without a seal, once (V13)', () => {
  expect(leads({ ...calm, sealNumber: 0 }, owner)).toEqual(['seals'])
  expect(leads({ ...calm, sealNumber: 0, companyCheckSealCode: 1 }, owner)).toEqual([])
  expect(leads({ ...calm, sealNumber: 0 }, operator)).toEqual([])
  expect(leads({ ...calm, sealNumber: 0 }, person)).toEqual([])
})

it('reminds anybody of an old password in the server’s words, once (V14, X18)', () => {
  const old = { ...calm, pwdRemindStr: '您的密码已超过90天未修改' }
  expect(duePrompts(old, person)).toMatchObject([{ text: '您的密码已超过90天未修改', confirm: '立即修改' }])
  expect(leads({ ...old, lastChangePwdCode: 1 }, person)).toEqual([])
})

it('asks one after another: authentication or seal, then password', () => {
  const old = { ...calm, pwdRemindStr: '旧' }
  expect(leads({ ...old, isAuthed: 'notAuth', sealNumber: 0 }, owner)).toEqual(['authentication', 'password'])
  expect(leads({ ...old, sealNumber: 0 }, owner)).toEqual(['seals', 'password'])
})
