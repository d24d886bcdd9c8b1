/** Who is asked whether somebody is who they say to be, and the key that signs what is asked. */
export type IdentitySettings = {
  service: 'aliyun' | 'tencent'
  key: { id: string; secret: string }
  /** Alibaba Cloud alone, 认证场景 ID: without one no company is asked about. */
  scene: string | null
  /** By what faces are compared: Alibaba Cloud's 认证场景 ID, Tencent Cloud's RuleId; without one nobody compares them. */
  face: string | null
  /** Another address than the service's own. */
  url: string | null
}

/** Reads `MOQI_IDENTITY` and what belongs to it; null is the embedded sandbox, which asks nobody. */
export function readIdentitySettings(env: NodeJS.ProcessEnv): IdentitySettings | null {
  const service = env.MOQI_IDENTITY || 'embedded'
  if (service === 'embedded') return null
  if (service !== 'aliyun' && service !== 'tencent')
    throw new Error(`MOQI_IDENTITY ${service} is none of embedded aliyun tencent`)
  const scene = env.MOQI_IDENTITY_SCENE || null
  if (scene !== null && service === 'tencent') throw new Error('MOQI_IDENTITY_SCENE belongs to MOQI_IDENTITY=aliyun')
  if (scene !== null && !/^\d{1,20}$/.test(scene)) throw new Error(`MOQI_IDENTITY_SCENE ${scene} is no number`)
  return {
    service,
    key: { id: required(env, 'MOQI_IDENTITY_KEY_ID'), secret: required(env, 'MOQI_IDENTITY_KEY_SECRET') },
    scene,
    face: readFace(env),
    url: env.MOQI_IDENTITY_URL || null,
  }
}

function readFace(env: NodeJS.ProcessEnv): string | null {
  const face = env.MOQI_IDENTITY_FACE || null
  if (face !== null && !/^[\dA-Za-z]{1,32}$/.test(face))
    throw new Error(`MOQI_IDENTITY_FACE ${face} is neither a scene nor a rule`)
  return face
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`MOQI_IDENTITY=${env.MOQI_IDENTITY} needs ${name}`)
  return value
}
