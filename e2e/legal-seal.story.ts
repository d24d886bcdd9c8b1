import { expect, test } from 'vitest'
import { signIn } from '../scripts/demo/sign-in.ts'
import { axeFindings } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { launchContract } from './support/launch.ts'
import { jing, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { confirmByCode, readyToSign, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** The legal representative's seal: placed in the wizard, refused to who has none, put by that person. */

const scene = stage()

/** The demo's company has been authenticated without anybody at its head: now that is its administrator. */
const headedByJing = `
  insert into company_auth
    (auth_id, tenant_id, account_id, company_name, credit_code, legal_name, bank_name, bank_account, fen, step,
      tries_left, created_at, ended_at)
  select s.auth_id, s.tenant_id, m.account_id, s.name, s.credit_code, $1, '招商银行', '0', 1, 'amountPending', 3, 0, 0
  from space s join membership m on m.tenant_id = s.tenant_id and m.is_owner where s.name = $2`

test('a contract asks for the legal representative’s seal, and gets it from that person', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/' })
  await launchContract(page, {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: true,
    page: 1,
    placings: [
      { person: jing, kind: '企业印章', x: 0.25, y: 0.4 },
      { person: jing, kind: '法定代表人章', x: 0.55, y: 0.4 },
      { person: wang, kind: '个人签名', x: 0.8, y: 0.4 },
    ],
    arrange: async () => pictures(page, 'legal-seal-placing'),
  })
  const owner = await signIn(scene.server.url, jing)
  const { taskInfoArray } = await owner.call('listTasks', { status: 'iSign' })
  await page.goto(`/home/signing?signId=${taskInfoArray[0]?.signId}&signType=1`)
  await page.getByText('此处须加盖法定代表人章').first().waitFor()
  await page.getByRole('button', { name: '请法定代表人授权' }).waitFor()
  await page.getByText('企业还没有法定代表人章').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'legal-seal-missing')

  expect(await inDatabase(scene.server, headedByJing, [jing.name, jing.company])).toBe(1)
  await owner.call('addCompanySeal', {
    sealName: '法定代表人章',
    sealPurpose: 'legal',
    sealForm: 'square20',
    sealColor: 'red',
    lineText: '',
  })
  await page.reload()
  await page.getByRole('heading', { name: '使用法定代表人章' }).waitFor()
  const before = await signCodes(scene.server, jing.phone)
  await readyToSign(page, async () => {
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('region', { name: '合同正文' }).press('Home')
    await pictures(page, 'legal-seal-set')
  })
  await confirmByCode(page, scene.server, jing, before)
  await page.goto('/home/space/signatures-list')
  await page.getByRole('row').filter({ hasText: '法定代表人章' }).first().waitFor()
  expect(faults).toEqual([])
  await close()
})
