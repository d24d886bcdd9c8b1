import { describe, expect, test } from 'vitest'
import { certified, certify, contradicts, fill, findings, judge, look, on, text, unclear } from '../testing/fills.ts'
import { foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { decisive } from '../testing/reasons.ts'

/** The looks of fields whose look is not their value, and what is looked at (V3, D20, D22). */

const { amount, amountAppearance, page } = numbers
const other = await on.party('乙方')

/** A signed form whose field is another one, and its findings after a fill; covered by a second signature or not. */
const formOf = (change: (body: string) => string, more: WrittenObject[] = []) =>
  certify(appendIncrement(foreignPdf(), [{ number: amount, body: change(sourceOf(foreignPdf(), amount)) }, ...more]))
const covered = async (signed: Buffer, objects: WrittenObject[]) =>
  judge(await signField(signed, { key: other, timestamps: on.timestamps, field: 'second', number: 40, objects }))

describe('states of a text field (§7: appearance states)', () => {
  test.each(['N', 'R', 'D'])('under %s count, and are not to be compared', async (key) => {
    const looks = key === 'N' ? '/AP<</N<</X 50 0 R>>>>/AS/X' : `/AP<</N 10 0 R/${key}<</X 50 0 R>>>>/AS/X`
    const put = async (shown: string) => {
      const body = sourceOf(certified, amount).replace('/AP<</N 10 0 R>>', looks).replace(/>>$/, '/V(1000)>>')
      const drawn = [
        { number: amountAppearance, body: look(text('(1000) Tj')) },
        { number: 50, body: look(text(shown)) },
      ]
      return findings(await judge(appendIncrement(certified, [{ number: amount, body }, ...drawn])))
    }
    expect(await put('(9999999) Tj')).toEqual(contradicts)
    expect(await put('(1000) Tj')).toEqual(unclear)
  })
})

const list = () => formOf((body) => body.replace('/FT/Tx', '/FT/Ch').replace(/>>$/, '/Opt[[(a)(100)](200)(300)]>>'))
const choices = (more = '') => `${more} 0 g BT /F 6 Tf 2 14 Td (100) Tj 0 -6 Td (200) Tj 0 -6 Td (300) Tj ET`
const ground = (bottom: number) => `.6 .75 .85 rg 0 ${bottom} 90 6 re f`

const ticked = (body: string) => body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes')

describe('fields whose look is not their value (V3)', () => {
  test.each([
    ['all its choices', '/V(200)', choices(ground(7)), []],
    ['some of them', '/V(200)', 'BT /F 6 Tf 2 8 Td (200) Tj 0 -6 Td (300) Tj ET', []],
    ['words for its value', '/V(a)', choices(ground(13)), []],
    ['several chosen', '/V[(a)(200)]', choices(`${ground(13)} ${ground(7)}`), []],
    ['none of them', '/V(200)', text('(999 999) Tj'), contradicts],
    ['another order', '/V(200)', 'BT /F 6 Tf 2 8 Td (300) Tj 0 -6 Td (200) Tj ET', contradicts],
    ['another as chosen', '/V(200)', choices(ground(1)), contradicts],
    ['its value nowhere', '/V(200)', 'BT /F 6 Tf 2 8 Td (300) Tj ET', unclear],
  ])('a list shows %s', async (_, entries, content, expected) => {
    expect(await fill(await list(), entries, content)).toEqual(expected)
  })

  test.each([
    ['(******) Tj', []],
    ['', []],
    ['(secret) Tj', []],
    ['(999 999) Tj', contradicts],
    ['(9999) Tj', contradicts],
    ['(**-**) Tj', contradicts],
  ])('a password shows one sign again and again: %s', async (shown, expected) => {
    const signed = await certify(foreignPdf({ [amount]: '/Ff 8192' }))
    expect(await fill(signed, '/V(secret)', text(shown))).toEqual(expected)
  })

  test('the new picture of a push button is nothing to compare: a warning even where a signature covers it', async () => {
    const signed = await formOf((body) => body.replace('/FT/Tx', '/FT/Btn').replace(/>>$/, '/Ff 65536>>'))
    const drawn = [{ number: amountAppearance, body: look(text('(Pay 999 999) Tj')) }]
    expect(findings(await judge(appendIncrement(signed, drawn)))).toEqual(unclear)
    const verdict = await covered(signed, drawn)
    expect([verdict.verdict, findings(verdict)]).toEqual(['valid', ['warning appearance-not-comparable']])
    const marked = sourceOf(signed, amount).replace('/Ff 65536', '/Ff 65537')
    expect(findings(await judge(appendIncrement(signed, [{ number: amount, body: marked }])))).toEqual([])
  })

  test('a box keeps the looks of its states', async () => {
    const states = [
      { number: 50, body: look('0 0 20 20 re S 2 2 m 18 18 l S') },
      { number: 51, body: look('0 0 20 20 re S') },
    ]
    const signed = await formOf(
      (body) =>
        body
          .replace('/FT/Tx', '/FT/Btn')
          .replace('/N 10 0 R', '/N<</Yes 50 0 R/Off 51 0 R>>')
          .replace(/>>$/, '/V/Off/AS/Off>>'),
      states,
    )
    const put = async (change: (body: string) => string, more: WrittenObject[] = []) => {
      const body = change(sourceOf(signed, amount))
      return findings(await judge(appendIncrement(signed, [{ number: amount, body }, ...more])))
    }
    expect(await put(ticked)).toEqual([])
    const copy = { number: 52, body: sourceOf(signed, 50) }
    expect(await put((body) => ticked(body).replace('50 0 R', '52 0 R'), [copy])).toEqual([])
    const waiver = { number: 51, body: look(`0 0 20 20 re f ${text('(I waive) Tj')}`) }
    expect(await put((body) => body, [waiver])).toEqual(unclear)
    const swapped = (body: string) => ticked(body).replace('/Yes 50 0 R/Off 51 0 R', '/Yes 51 0 R/Off 50 0 R')
    expect(await put(swapped)).toEqual(contradicts)
    const pressed = (body: string) => ticked(body).replace(/\/AP<</, '/AP<</D<</Yes 53 0 R>>')
    expect(await put(pressed, [{ number: 53, body: look('0 0 20 20 re f') }])).toEqual([])
    expect(await put(pressed, [{ number: 53, body: look(text('(I waive) Tj')) }])).toEqual(unclear)
    expect(await put(pressed, [{ number: 53, body: look('/Im Do') }])).toEqual(unclear)
    expect(await put((body) => ticked(body).replace('/Off 51 0 R', ''))).toEqual(unclear)
  })
})

const valued = (signed: Buffer) => ({ number: amount, body: sourceOf(signed, amount).replace(/>>$/, '/V(100)>>') })

describe('whatever can be seen is compared (V3, D22)', () => {
  const lies = { number: amountAppearance, body: look(text('(999) Tj')) }

  test.each([
    ['only on paper', (body: string) => body.replace('/F 4', '/F 36')],
    ['without an area of its own', (body: string) => body.replace('10 100 100 120', '10 100 10 100')],
    ['hidden for now', (body: string) => body.replace('/F 4', '/F 2')],
  ])('a field that is shown %s', async (_, change) => {
    const signed = await formOf(change)
    expect(findings(await judge(appendIncrement(signed, [valued(signed), lies])))).toEqual(contradicts)
  })

  test('a field with kids that is on a page itself', async () => {
    const widget = '/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[10 140 100 160]'
    const kid = { number: 50, body: `<</Parent 7 0 R/AP<</N 51 0 R>>${widget}>>` }
    const seen = {
      number: page,
      body: sourceOf(foreignPdf(), page).replace('7 0 R 8 0 R', '7 0 R 50 0 R 8 0 R'),
    }
    const signed = await formOf(
      (body) => body.replace(/>>$/, '/Kids[50 0 R]>>'),
      [kid, seen, { number: 51, body: look('') }],
    )
    const right = { number: 51, body: look(text('(100) Tj')) }
    expect(findings(await judge(appendIncrement(signed, [valued(signed), right, lies])))).toEqual(contradicts)
  })

  test.each([
    ['2', '0'],
    ['6', '4'],
    ['36', '4'],
    ['5', '4'],
    ['4', '6'],
    ['4', '36'],
    ['4', '5'],
  ])('and filling in turns its flags %s into %s for no reader', async (was, is) => {
    const signed = await formOf((body) => body.replace('/F 4', `/F ${was}`))
    const body = sourceOf(signed, amount).replace(`/F ${was}`, `/F ${is}`)
    expect(decisive(await judge(appendIncrement(signed, [{ number: amount, body }])))).toContain(
      'invalid change-form-structure',
    )
  })
})
