import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { codeShown, drawStrokes } from './support/handwrite.ts'
import { launchContract } from './support/launch.ts'
import { jing, wang } from './support/people.ts'
import { picture, pictures } from './support/picture.ts'
import { signInByAccount } from './support/sign-in.ts'
import { confirmByCode, openOwnTurn, readyToSign, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** Signing at a desk with what is written on a phone that is signed in nowhere, over a line that breaks. */

const scene = stage()
const turned = { width: 844, height: 390 }
const upright = { width: 390, height: 844 }

test('a signature written on a phone, over a line that breaks, signs the contract at the desk (S24)', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  await desk.page.goto('/home/login')
  await signInByAccount(desk.page, jing)
  await launchContract(desk.page, {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: wang, kind: '手写签名', x: 0.5, y: 0.4 }],
  })
  const signer = await scene.browser.desktop(scene.server.url)
  await signer.page.goto('/home/login')
  await signInByAccount(signer.page, wang)
  await openOwnTurn(signer.page)
  await signer.page.getByRole('button', { name: '一键签署' }).first().click()
  const pad = signer.page.getByRole('dialog', { name: '请写下“王小明”' })
  const byPhone = pad.getByRole('button', { name: '使用手机扫码手写' })
  const replaced = await codeShown(signer.page, () => byPhone.click())
  expect(await axeFindings(signer.page)).toEqual([])
  await picture(signer.page, 'handwrite-code')
  await pad.getByRole('button', { name: '在此手写' }).click()
  const link = await codeShown(signer.page, () => byPhone.click())

  const phone = await scene.browser.phone(scene.server.url)
  await phone.page.goto(replaced)
  await phone.page.getByRole('heading', { name: '二维码已失效' }).waitFor()
  expect(await axeFindings(phone.page)).toEqual([])
  await picture(phone.page, 'handwrite-dead')
  await phone.page.goto(link)
  await phone.page.getByText('王**的电脑正在等这个签名').waitFor()
  await pad.getByRole('heading', { name: '已扫码，请在手机上书写' }).waitFor()
  expect(await axeFindings(phone.page)).toEqual([])
  await pictures(phone.page, 'handwrite')

  // What is written outlives a turn of the phone and a page that is loaded again.
  await drawStrokes(phone.page)
  await phone.page.setViewportSize(turned)
  await phone.page.getByRole('img', { name: '已写4笔' }).waitFor()
  expect(await axeFindings(phone.page)).toEqual([])
  await picture(phone.page, 'handwrite-turned')
  const send = phone.page.getByRole('button', { name: '提交签名' })
  const box = await send.boundingBox()
  expect(box && box.y + box.height <= turned.height && box.x + box.width <= turned.width).toBe(true)
  await phone.page.setViewportSize(upright)
  await phone.page.reload()
  await phone.page.getByRole('img', { name: '已写4笔' }).waitFor()
  await picture(phone.page, 'handwrite-written')

  // First the line is away, then it breaks after the server has taken the picture and before it could say so.
  let cuts = 0
  await phone.context.route('**/seal/submitHandwrite', async (route) => {
    cuts += 1
    if (cuts > 2) return route.continue()
    if (cuts === 2) await route.fetch()
    return route.abort('connectionreset')
  })
  await send.click()
  await phone.page.getByText(/签名已存在本机，正在第2次提交/).waitFor()
  await picture(phone.page, 'handwrite-weak')
  await phone.page.getByRole('heading', { name: '签名已提交' }).waitFor()
  await phone.page.getByRole('img', { name: '您写的签名' }).waitFor()
  expect(new URL(phone.page.url()).pathname).toBe('/home/open/seal/handwriteSuccess')
  expect(await axeFindings(phone.page)).toEqual([])
  await pictures(phone.page, 'handwrite-done')
  expect(await inDatabase(scene.server, `select 1 from handwriting where state = 'submitted'`)).toBe(1)
  await phone.page.goto(link)
  await phone.page.getByRole('heading', { name: '签名已提交' }).waitFor()

  await pad.getByRole('img', { name: '手机上写的签名' }).waitFor()
  await picture(signer.page, 'handwrite-here')
  await pad.getByRole('button', { name: '使用这个签名' }).click()
  const before = await signCodes(scene.server, wang.phone)
  await readyToSign(signer.page)
  await confirmByCode(signer.page, scene.server, wang, before)
  expect(phone.faults.filter((fault) => !/ERR_CONNECTION_RESET/.test(fault))).toEqual([])
  for (const { faults } of [desk, signer]) expect(faults).toEqual([])
})
