/** The demo's people as the stories know them. */
export type Person = { phone: string; name: string; company: string | null }

export const jing: Person = { phone: '13800000002', name: '李静', company: '杭州云启科技有限公司' }
export const wang: Person = { phone: '13800000001', name: '王小明', company: null }
export const chen: Person = { phone: '13800000004', name: '陈晨', company: '上海嘉禾物业管理有限公司' }

/** The party as pages name it. */
export const partyName = ({ name, company }: Person): string => company ?? name
