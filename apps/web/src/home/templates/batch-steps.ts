/** The steps of launching many contracts from one template. */
export const batchSteps = ['选择模板', '导入名单', '核对', '发送'] as const
/** Where the batch wizard leads back to. */
export const backToTemplates = { to: '/space/templates', label: '返回模板' }

/** The page of one list: its check until it is sent, then how far it has come; `unsent` shows what is left of it. */
export const batchPath = (batchId: string, part?: 'unsent'): string =>
  `/space/template-batch?batchId=${batchId}${part ? `&rows=${part}` : ''}`
