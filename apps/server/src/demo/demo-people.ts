/** The password of every demo account. */
export const demoPassword = 'Moqi@2026'
/** The signing PIN of every demo account with a company, whose members prove their will twice. */
export const demoPin = '258036'

/** The companies of the demo, with well-formed credit codes (GB 32100-2015) that belong to nobody we know. */
export const demoCompanies = [
  { name: '杭州云启科技有限公司', creditCode: '91330106MA2KQYT75D' },
  { name: '上海嘉禾物业管理有限公司', creditCode: '91310115MA1FJHW65K' },
] as const

/** Who can sign in at once: `company` is the space beside the personal one, `owner` its administrator (管理员). */
export const demoPeople = [
  { phone: '13800000001', name: '王小明', company: null, owner: false, role: '王小明，个人' },
  {
    phone: '13800000002',
    name: '李静',
    company: '杭州云启科技有限公司',
    owner: true,
    role: '李静，杭州云启科技有限公司管理员',
  },
  {
    phone: '13800000003',
    name: '张伟',
    company: '杭州云启科技有限公司',
    owner: false,
    role: '张伟，杭州云启科技有限公司经办人',
  },
  {
    phone: '13800000004',
    name: '陈晨',
    company: '上海嘉禾物业管理有限公司',
    owner: true,
    role: '陈晨，上海嘉禾物业管理有限公司管理员',
  },
] as const
