/** The steps of launching many contracts from one template. */
export const batchSteps = ['选择模板', '导入名单', '核对', '发送'] as const
/** Where the batch wizard leads back to. */
export const backToTemplates = { to: '/space/templates', label: '返回模板' }
