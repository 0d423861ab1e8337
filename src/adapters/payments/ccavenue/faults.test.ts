import { faultsSuite } from '../../../modules/payment/testing/faults-suite.ts'
import { liesSuite } from '../../../modules/payment/testing/lies-suite.ts'
import { ccavenueLine } from './provider.server.ts'
import { openCcavenueStandIn } from './testing/stand-in.ts'

const open = async () => ({ standIn: await openCcavenueStandIn(), line: ccavenueLine })
faultsSuite('CCAvenue', open)
liesSuite('CCAvenue', open)
