/** The list of the company's flows. */
export const flowsPath = '/company-space/admin-signatures/flows'
/** Where one is edited, or made. */
export const editorPath = (flowId?: string) =>
  `/company-space/admin-signatures/flow${flowId === undefined ? '' : `?${new URLSearchParams({ flowId })}`}`
