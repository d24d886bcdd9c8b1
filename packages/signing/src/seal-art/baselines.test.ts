import { formsFor, type SealDesign, type SealPurpose, sealPurposes, usualDesign } from '@moqi/domain/seals/company-seal'
import { sealColors } from '@moqi/domain/seals/seal-colors'
import { decodePng } from '@moqi/pdf/images/png'
import { expect, test } from 'vitest'
import { baseline, difference, inkOf, tolerance } from '../testing/seal-baseline.ts'
import { companySeal } from './draw-company-seal.ts'
import { personSeal, personSealStyles } from './draw-seal.ts'

/** Every kind of seal as it was looked at and found right; what is drawn otherwise is to be looked at again. */

const names = {
  4: '云启公司',
  10: '杭州云启科技有限公司',
  18: '浙江省杭州市云启智能科技股份有限公司',
  25: '内蒙古自治区呼和浩特市新城区云启智能新科技有限公司',
  50: '新疆维吾尔自治区巴音郭楞蒙古自治州博湖县旅游开发投资建设集团有限公司乌鲁木齐高新产业开发区第一分公司',
  rare: '浙江䶮喆镕堃科技有限公司',
} as const
type Length = keyof typeof names

const draw = (purpose: SealPurpose, length: Length, change: Partial<SealDesign> = {}) => {
  const companyName = names[length]
  const owner = { companyName, creditCode: '91330106MA2KCM7H4X', legalName: '李静' }
  return companySeal({ ...usualDesign(purpose, companyName), ...change }, owner).png
}
const code = '3301080316529'
const details = ['中国工商银行杭州滨江支行', '1202021009900123456', '0571-88886666']

const pictures: Record<string, () => Buffer> = {
  'official-4': () => draw('official', 4),
  'official-10-code': () => draw('official', 10, { code }),
  'official-18': () => draw('official', 18, { code }),
  'official-25': () => draw('official', 25),
  'official-50': () => draw('official', 50, { code }),
  'official-rare': () => draw('official', 'rare'),
  'official-oval-10': () => draw('official', 10, { form: 'oval45' }),
  'contract-10-plain': () => draw('contract', 10, { star: false }),
  'contract-50': () => draw('contract', 50),
  'contract-58': () => draw('contract', 10, { form: 'round58', details, code }),
  'finance-10': () => draw('finance', 10),
  'finance-square': () => draw('finance', 10, { form: 'square22' }),
  'personnel-25': () => draw('personnel', 25),
  'business-4': () => draw('business', 4),
  'business-18': () => draw('business', 18),
  'business-50': () => draw('business', 50),
  'invoice-10': () => draw('invoice', 10),
  'invoice-25': () => draw('invoice', 25),
  'invoice-50': () => draw('invoice', 50),
  'legal-20': () => draw('legal', 10),
  'legal-25': () => draw('legal', 10, { form: 'square25' }),
  'other-long-line': () => draw('other', 10, { line: '第一业务部第二销售中心质检专用' }),
  'other-long-line-18': () => draw('other', 18, { line: '第一业务部第二销售中心质检专用' }),
  ...Object.fromEntries(
    personSealStyles.flatMap((style) =>
      Object.entries({ 2: '李静', 3: '陈知行', 4: '欧阳晓明', 11: '阿卜杜热合曼·买买提江' }).map(
        ([length, name]) => [`person-${style}-${length}`, () => personSeal(name, style).png] as const,
      ),
    ),
  ),
}

test.each(Object.keys(pictures))('%s looks as it was found right', (name) => {
  const drawn = inkOf(pictures[name]?.() ?? Buffer.alloc(0))
  expect(difference(drawn, baseline(name, drawn))).toBeLessThan(tolerance.share)
})

test('the names are as long as they are called, and every kind has its picture', () => {
  for (const length of [4, 10, 18, 25, 50] as const)
    expect([length, [...names[length]].length]).toEqual([length, length])
  const drawn = Object.keys(pictures).map((name) => name.split('-')[0])
  expect(sealPurposes.filter((purpose) => !drawn.includes(purpose))).toEqual([])
  expect(formsFor('official', names[10])).toContain('oval45')
})

test.each([
  [
    'another character',
    () => draw('official', 10),
    () =>
      companySeal(usualDesign('official', '杭州云启科枝有限公司'), {
        companyName: '杭州云启科枝有限公司',
        creditCode: '',
        legalName: null,
      }).png,
  ],
  ['no star', () => draw('contract', 10), () => draw('contract', 10, { star: false })],
  [
    'one digit of the code',
    () => draw('official', 10, { code }),
    () => draw('official', 10, { code: '3301080316520' }),
  ],
  ['another size', () => draw('contract', 10), () => draw('contract', 10, { form: 'round40' })],
])('a picture tells %s apart', (_, one, other) => {
  expect(difference(inkOf(one()), inkOf(other()))).toBeGreaterThan(tolerance.share)
})

test.each(['red', 'blue', 'black'] as const)('ink is %s through and through', (color) => {
  const { data } = decodePng(draw('contract', 10, { color }), 4096)
  const found = new Set<string>()
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 255) found.add(`#${Buffer.from(data.subarray(i, i + 3)).toString('hex')}`)
  }
  expect([...found]).toEqual([sealColors[color].toLowerCase()])
})
