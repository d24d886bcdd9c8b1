const gigabyte = 1024 ** 3

/** Beyond these an operator is told (bytes, ms, transactions, a share of connections); the check reads the same. */
export const healthLimits = {
  fullBytes: gigabyte / 4,
  scarceBytes: 5 * gigabyte,
  slowMs: 1000,
  lateMs: 5 * 60_000,
  loopMs: 500,
  busyShare: 0.8,
  lagMs: 10_000,
  /** PostgreSQL freezes by itself at 200 million, and stops at two thousand million. */
  oldestXid: 1_000_000_000,
  /** How long a node may say nothing of itself. */
  silentMs: 60_000,
} as const

/** How a thing stands: well, to be looked after, keeping a node from serving, or not known. */
export const healthStates = ['well', 'told', 'fault', 'unknown'] as const
/** One of `healthStates`. */
export type HealthState = (typeof healthStates)[number]

type HealthWords = { label: string; threshold: string; meaning: string; todo: string }

/** What is looked at on every node: what it is called, from when on it is told, what that means, what to do. */
export const nodeItems = {
  disk: {
    label: '磁盘剩余',
    threshold: '少于 5 GB 提醒，少于 256 MB 停止接收请求',
    meaning: '数据目录所在的磁盘。写满之后不能再保存文件与日志，内置数据库会自行停止。',
    todo: '扩容或清理磁盘；腾出空间后自动恢复。',
  },
  reserve: {
    label: '预留空间',
    threshold: '让出即停止接收新文件',
    meaning: '磁盘将满时让出的一块空间，使进行中的签署照常完成。已让出说明磁盘几乎写满。',
    todo: '立即腾出空间；有余量后自动重新预留。',
  },
  store: {
    label: '文件存储',
    threshold: '写入、读回、删除一个小文件，任何一步失败即告警',
    meaning: '合同文件存放的目录或对象存储。不可写时不能上传与签署。',
    todo: '检查磁盘或对象存储的地址、权限与余量。',
  },
  connections: {
    label: '数据库连接',
    threshold: '占用超过 80% 或有请求在等待连接',
    meaning: '本节点的连接池（目录 8、租户 16）。长时间占满说明数据库变慢或请求过多，请求会排队。',
    todo: '先看数据库的响应时间与慢查询；负荷确实增长时增加节点。',
  },
  loop: {
    label: '事件循环延迟',
    threshold: '99% 的时刻超过 500 毫秒',
    meaning: '进程忙得来不及应答的程度。超过阈值时所有请求一起变慢。',
    todo: '看 CPU 是否占满、是否有超大文件在处理；持续出现时增加节点。',
  },
  clock: {
    label: '时钟与 TSA 之差',
    threshold: '超过 2 秒提醒，超过 5 分钟暂停发起与签署',
    meaning: '本机时钟与时间戳服务的时间之差。相差过大时签署时间与截止时间都不可信。使用内置时间戳时两者同钟，不比较。',
    todo: '检查本机的 NTP 服务；校准后随下一次时间戳自动恢复。',
  },
  converter: {
    label: '文件转换隔离',
    threshold: '无法隔离即拒绝转换',
    meaning: 'Word 文件由 LibreOffice 在没有网络、没有数据的环境中转换。不能隔离时一律不转换，其他功能不受影响。',
    todo: '按运维文档启用转换容器，或安装隔离所需的组件；不需要 Word 时可以不管。',
  },
} as const satisfies Record<string, HealthWords>

/** The same of what all nodes share. */
export const platformItems = {
  database: {
    label: '数据库',
    threshold: '响应超过 1 秒，或连接数超过上限的 80%',
    meaning: '一次最小查询的时间，以及全部节点与命令占用的连接。连接用尽时新节点与命令连不上。',
    todo: '查 PostgreSQL 的负荷、磁盘与网络；连接数不足时调大 max_connections。',
  },
  replication: {
    label: '主备复制',
    threshold: '备库延迟超过 10 秒',
    meaning: '没有备库时，主库的磁盘损坏即丢失最近一次备份之后的数据。延迟过大时切换会变慢。',
    todo: '检查备库与网络；没有备库时按运维文档搭建，并保持每日备份。',
  },
  databaseAge: {
    label: '事务号年龄',
    threshold: '超过 10 亿',
    meaning: 'PostgreSQL 的事务号用到约 20 亿时停止写入，平时由自动清理（autovacuum）收回。',
    todo: '查是否有长时间不结束的事务或复制槽阻止清理，必要时手工 VACUUM FREEZE。',
  },
  jobsLate: {
    label: '任务队列',
    threshold: '最早的一个等待超过 5 分钟',
    meaning: '到了时间而没有执行的后台任务。持续增长时短信、归档与到期处理都会迟到。',
    todo: '在“任务”中看是哪一种堵住，或是否有任务执行过久。',
  },
  jobsLost: {
    label: '已放弃的任务',
    threshold: '有一个即提醒',
    meaning: '重试用尽而不再执行的任务，对应的事情没有做完。',
    todo: '在“任务”中看原因，消除后重试；确实不需要的，写明原因后停止。',
  },
  lanes: {
    label: '短信与邮件通道',
    threshold: '有消息失败后等待超过 5 分钟',
    meaning: '每种消息按通道依次送往网关。网关不应答时消息留在通道中，稍后再试。',
    todo: '在“网关”中看最近的失败原因，并发一条测试。',
  },
  timestamp: {
    label: '时间戳服务（TSA）',
    threshold: '最近一次请求失败即提醒',
    meaning: '没有时间戳时签署照常，合同标为“正在加盖时间戳”，恢复后自动补盖；证据报告要等补盖之后。',
    todo: '在“网关”中测试；核对 MOQI_TSA_URL、令牌、网络与对方的服务状态。',
  },
  certificate: {
    label: '证书服务（CA）',
    threshold: '最近一次请求失败即提醒',
    meaning: '首次签署的人在此取得证书。不可用时他们暂不能签署，已有证书的不受影响。',
    todo: '核对 MOQI_CA_URL、令牌、网络与对方的服务状态。',
  },
  damage: {
    label: '文件完整性',
    threshold: '有一个损坏或丢失的文件即提醒',
    meaning: '每周逐字节核对的结果。有损坏的合同不能签署，直到恢复。',
    todo: '运行 npm run scrub -- --heal 备份目录，从备份恢复。',
  },
} as const satisfies Record<string, HealthWords>

/** A key of `nodeItems` or `platformItems`. */
export type HealthItem = keyof typeof nodeItems | keyof typeof platformItems
