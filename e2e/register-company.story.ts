import { describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { askForCode } from './support/prove-phone.ts'
import { stage } from './support/stage.ts'

const scene = stage()
const password = 'Qixian#2026'

describe.each(['desktop', 'phone'] as const)('on a %s', (device) => {
  const phone = device === 'desktop' ? '13733330001' : '13733330002'

  test('a company is registered by its first member, who then owns its space (R17, R18)', async () => {
    const { page, faults, close } = await scene.browser[device](scene.server.url)
    await page.goto('/home/register')
    await page.waitForURL('**/home/register-type')
    await page.getByRole('link', { name: /企业/ }).click()
    await page.getByRole('heading', { name: '注册企业账号' }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    await page.getByLabel('企业名称').fill('某')
    await page.getByLabel('账号', { exact: true }).fill(`qiye_${device}`)
    await page.getByLabel('短信验证码').fill((await askForCode(page, scene.server, phone)) ?? '')
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByLabel('确认密码').fill(password)
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    const submit = page.getByRole('button', { name: '注册', exact: true })
    await submit.click()
    await page.getByText('企业名称需与营业执照一致').waitFor()
    expect(await page.getByLabel('密码', { exact: true }).inputValue()).toBe(password)

    await page.getByLabel('企业名称').fill('苏州精工制造有限公司')
    await submit.click()
    await page.waitForURL('**/home/')
    await page.getByRole('heading', { name: '工作中心' }).waitFor({ state: 'attached' })
    const spaces = await page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
      const answer = await fetch('/api/common/v1/user/getUserSpaceInfo', { method: 'POST', headers, body: '{}' })
      const { data } = await answer.json()
      return data.spaceInfoArray
    })
    expect(spaces).toMatchObject([
      { spaceType: 'company', spaceName: '苏州精工制造有限公司', spaceStatus: 'notAuth', isSpaceOwner: 'yes' },
      { spaceType: 'person', spaceStatus: 'notAuth' },
    ])
    expect(faults).toEqual([])
    await close()
  })
})
