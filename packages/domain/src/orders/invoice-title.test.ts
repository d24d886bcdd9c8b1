import { array, assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { checkTitle, type InvoiceTitle, specialFault } from './invoice-title.ts'

const company: InvoiceTitle = {
  type: 'company',
  name: '杭州云启科技有限公司',
  taxNo: '91330100799655058B',
  address: '杭州市西湖区文三路1号',
  phone: '0571-88886666',
  bank: '中国工商银行杭州分行',
  account: '1202026609900123456',
}
const asker = { type: 'company', name: company.name, creditCode: company.taxNo } as const
const bare = { ...company, address: '', phone: '', bank: '', account: '' }

const faultsOf = (title: Partial<InvoiceTitle>) => {
  const checked = checkTitle({ ...company, ...title })
  return checked.ok ? [] : checked.faults.map(({ field, message }) => `${field} ${message}`)
}

// Domain 4.1.
test.each(['91350100M000100Y43', '9144030071526726XG', '91330100799655058B', '914403001922038216'])(
  'tax number %s is taken',
  (taxNo) => {
    const checked = checkTitle({ ...bare, taxNo: ` ${taxNo.toLowerCase()} ` })
    expect(checked.ok && checked.value.taxNo).toBe(taxNo)
  },
)

test.each(['', '91350100M000100Y4Z', '91350100M000100Y4', '110105194912310021'])('tax number "%s" is not', (taxNo) => {
  expect(faultsOf({ taxNo })).toEqual(['taxNo 税号为18位统一社会信用代码，请核对'])
})

test('whatever is typed as tax number, one wrong character is told', () => {
  const letters = [...'0123456789ABCDEFGHJKLMNPQRTUWXY']
  const right = [...company.taxNo]
  assert(
    property(constantFrom(...right.keys()), constantFrom(...letters), (at, letter) => {
      const taxNo = right.with(at, letter).join('')
      expect(checkTitle({ ...bare, taxNo }).ok).toBe(taxNo === company.taxNo)
    }),
  )
})

test('what is kept is kept the same when it is checked again', () => {
  assert(
    property(
      constantFrom('person', 'company'),
      array(string({ unit: 'grapheme' }), { minLength: 6, maxLength: 6 }),
      (type, typed) => {
        const [name = '', taxNo = '', address = '', phone = '', bank = '', account = ''] = typed
        const checked = checkTitle({ type, name, taxNo, address, phone, bank, account })
        expect(checked.ok ? checkTitle(checked.value) : checked).toEqual(checked)
      },
    ),
  )
})

test('each field that is wrong is named', () => {
  expect(faultsOf({ name: '云', address: '杭', phone: '电话', bank: '工\n行', account: '12' })).toEqual([
    'name 企业名称需与营业执照一致',
    'address 注册地址需为2-100个字',
    'phone 注册电话格式不正确，如0571-88886666',
    'bank 开户银行不能包含换行和不可见字符',
    'account 对公账号格式不正确',
  ])
})

test('a person has a name and nothing else', () => {
  const checked = checkTitle({ ...company, type: 'person', name: ' 王小明 ' })
  expect(checked).toEqual({
    ok: true,
    value: { type: 'person', name: '王小明', taxNo: '', address: '', phone: '', bank: '', account: '' },
  })
})

test('a special invoice is for an authenticated company that says everything', () => {
  expect(specialFault(company, asker)).toBeNull()
  expect(specialFault({ ...company, type: 'person' }, asker)).toBe('专用发票只能开给企业，请选择普通发票')
  expect(specialFault(company, { ...asker, type: 'person' })).toBe('专用发票只能开给企业，请选择普通发票')
  expect(specialFault({ ...company, phone: '', account: '' }, asker)).toBe('开专用发票需在抬头中补全注册电话、银行账号')
  for (const other of [{ name: '杭州云启' }, { creditCode: '91350100M000100Y43' }, { creditCode: null }])
    expect(specialFault(company, { ...asker, ...other })).toBe('专用发票的抬头和税号需与企业认证信息一致')
})
