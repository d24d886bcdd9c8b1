/** Who asks: administrators, operators and individuals (checklist P6). */
export type Audience = 'company' | 'companyAgent' | 'person'

type Question = { columnId: string; problemName: string; audiences: readonly Audience[] }

const everybody: readonly Audience[] = ['company', 'companyAgent', 'person']

/** The questions people ask most, in this order; `columnId` names the page of the documentation centre that answers. */
export const questions: readonly Question[] = [
  { columnId: 'companyAuth', problemName: '如何完成企业实名认证？', audiences: ['company'] },
  { columnId: 'companySeal', problemName: '如何制作并启用企业印章？', audiences: ['company'] },
  { columnId: 'sealGrant', problemName: '怎样授权员工使用印章？', audiences: ['company'] },
  { columnId: 'personAuth', problemName: '如何完成个人实名认证？', audiences: ['person'] },
  { columnId: 'personSeal', problemName: '怎样设置手写签名和个人印章？', audiences: ['person', 'companyAgent'] },
  { columnId: 'sealApproval', problemName: '没有用印权限时怎样提交审批？', audiences: ['companyAgent'] },
  { columnId: 'launch', problemName: '如何发起一份合同？', audiences: everybody },
  { columnId: 'editSent', problemName: '合同发出后还能修改吗？', audiences: everybody },
  { columnId: 'void', problemName: '签署完成的合同如何作废？', audiences: ['company', 'companyAgent'] },
  { columnId: 'reject', problemName: '不同意合同内容怎样拒签？', audiences: ['person'] },
  { columnId: 'verify', problemName: '如何验证合同是否被篡改？', audiences: everybody },
  { columnId: 'legalForce', problemName: '电子合同与纸质合同效力相同吗？', audiences: ['person', 'companyAgent'] },
  { columnId: 'quota', problemName: '发起签署的份数怎样计算？', audiences: ['company'] },
]
