import { z } from 'zod'
import { defineCalls } from './call.ts'
import { authStatus, empty, flag, id, nothing, SpaceInfo, time, yesNo } from './shapes.ts'

/** Checklist C22, C29, C31–C33: the signed-in person, the spaces, dictionaries. */
export const user = defineCalls({
  setTenantId: {
    path: '/api/common/v1/tool/setTenantId',
    summary: '切换当前会话的空间',
    access: 'session',
    input: z.object({ tenantId: id }),
    output: z.object({ tenantId: id }),
    refuses: ['space/not-found'],
  },
  getUserAccountInfo: {
    path: '/api/common/v1/user/getUserAccountInfo',
    summary: '当前账号',
    access: 'session',
    input: empty,
    output: z.object({
      userName: z.string(),
      nickName: z.string(),
      userType: z.enum(['company', 'person']),
      isAuthed: authStatus,
      rejectCompanyAuthReason: z.string().nullable(),
      phone: z.string(),
      email: z.string().nullable(),
    }),
  },
  getUserSpaceInfo: {
    path: '/api/common/v1/user/getUserSpaceInfo',
    summary: '当前账号的空间',
    access: 'session',
    input: empty,
    output: z.object({ spaceInfoArray: z.array(SpaceInfo) }),
  },
  getSpaceDetailInfo: {
    path: '/api/common/v1/user/getSpaceDetailInfo',
    summary: '当前空间详情',
    access: 'tenant',
    input: z.unknown(),
    output: z.object({
      tenantId: id,
      companyId: z.string().nullable(),
      spaceName: z.string(),
      spaceType: z.enum(['person', 'company']),
      isAuthed: authStatus,
      isSpaceOwner: yesNo,
      rejectCompanyAuthReason: z.string().nullable(),
      /** Of a company once it is authenticated. */
      creditCode: z.string().nullable(),
      /** When it was authenticated last. */
      authTime: time.nullable(),
      surplus: z.int(),
      sealNumber: z.int(),
      companyCheckAuthCode: flag,
      companyCheckSealCode: flag,
      lastChangePwdCode: flag,
      pwdRemindStr: z.string(),
    }),
  },
  companyAuthAndSealCon: {
    path: '/api/common/v1/user/companyAuthAndSealCon',
    summary: '进入首页时的提醒',
    access: 'tenant',
    input: empty,
    output: z.object({
      isAuthed: authStatus,
      sealNumber: z.int(),
      companyCheckAuthCode: flag,
      companyCheckSealCode: flag,
      pwdRemindStr: z.string(),
    }),
  },
  updateRemindFlag: {
    path: '/api/common/v1/user/updateRemindFlag',
    summary: '记下提醒已显示',
    access: 'session',
    input: z.union([
      z.strictObject({ companyCheckAuthCode: z.literal(1) }),
      z.strictObject({ companyCheckSealCode: z.literal(1) }),
      z.strictObject({ lastChangePwdCode: z.literal(1) }),
    ]),
    output: nothing,
    limit: { count: 60, seconds: 60 },
  },
  getConsoleUrl: {
    path: '/api/common/v1/user/getConsoleUrl',
    summary: '企业管理后台的地址',
    access: 'session',
    input: z.object({ tenantId: id }),
    /** An address of another server, or a path of this one. */
    output: z.object({ consoleUrl: z.string() }),
    refuses: ['space/not-found', 'space/not-authenticated', 'space/console-closed'],
  },
  dictionary: {
    method: 'GET',
    path: '/system/dict/data/type/:dictType',
    summary: '字典',
    access: 'session',
    input: z.object({ dictType: z.string().max(40) }),
    output: z.object({ dictArray: z.array(z.object({ dictValue: z.string(), dictLabel: z.string() })) }),
  },
})
