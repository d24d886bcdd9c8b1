import { z } from 'zod'
import { callsUnder } from './call.ts'
import { authStatus, flag, id, SpaceInfo, time, yesNo } from './shapes.ts'
import { ofVisit } from './visit-rules.ts'

/** Checklist C22, C29, C31–C33: the signed-in person, the spaces, dictionaries. */
export const user = callsUnder('/api/common/v1/user', { access: 'session' })({
  setTenantId: {
    path: '/api/common/v1/tool/setTenantId',
    summary: '切换当前会话的空间',
    input: z.object({ tenantId: id }),
    output: z.object({ tenantId: id }),
    refuses: ['space/not-found'],
  },
  getUserAccountInfo: {
    summary: '当前账号',
    visit: { place: ofVisit },
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
    summary: '当前账号的空间',
    output: z.object({ spaceInfoArray: z.array(SpaceInfo) }),
  },
  getSpaceDetailInfo: {
    summary: '当前空间详情',
    visit: { place: ofVisit },
    scope: 'read',
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
    summary: '进入首页时的提醒',
    access: 'tenant',
    output: z.object({
      isAuthed: authStatus,
      sealNumber: z.int(),
      companyCheckAuthCode: flag,
      companyCheckSealCode: flag,
      pwdRemindStr: z.string(),
    }),
  },
  updateRemindFlag: {
    summary: '记下提醒已显示',
    input: z.union([
      z.strictObject({ companyCheckAuthCode: z.literal(1) }),
      z.strictObject({ companyCheckSealCode: z.literal(1) }),
      z.strictObject({ lastChangePwdCode: z.literal(1) }),
    ]),
    limit: { count: 60, seconds: 60 },
  },
  getConsoleUrl: {
    summary: '企业管理后台的地址',
    input: z.object({ tenantId: id }),
    /** An address of another server, or a path of this one. */
    output: z.object({ consoleUrl: z.string() }),
    refuses: ['space/not-found', 'space/not-authenticated', 'space/console-closed'],
  },
  dictionary: {
    method: 'GET',
    path: '/system/dict/data/type/:dictType',
    summary: '字典',
    input: z.object({ dictType: z.string().max(40) }),
    output: z.object({ dictArray: z.array(z.object({ dictValue: z.string(), dictLabel: z.string() })) }),
  },
})
