import { sealsPath } from './seal-paths.ts'

/** The steps of making a seal. */
export const makingSteps = ['选择类型', '内容与样式', '启用'] as const
/** The steps of uploading one. */
export const uploadSteps = ['选择类型', '抠图与核对', '审核'] as const
/** Where leaving them leads. */
export const backToSeals = { to: sealsPath, label: '返回企业印章' } as const
