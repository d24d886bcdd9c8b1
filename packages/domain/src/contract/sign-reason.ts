/** Why a signature was made, as the file says it; of a company with the person who acted for it (经办人). */
export const signReason = (agent: string | null): string => (agent === null ? '同意签署' : `同意签署，经办人：${agent}`)

/** Who acted for the company, by the reason of a signature of ours; empty where it names nobody. */
export const agentIn = (reason: string): string => /^同意签署，经办人：(.+)$/.exec(reason)?.[1] ?? ''
