/** The demo's people and companies as tests name them: 李静 and 陈晨 administer theirs. */
export const jing = { name: '李静', phone: '13800000002' }
export const chen = { name: '陈晨', phone: '13800000004' }
export const yunqi = '杭州云启科技有限公司'
export const jiahe = '上海嘉禾物业管理有限公司'
