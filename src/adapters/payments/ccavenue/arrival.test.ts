import { arrivalSuite } from '../../../modules/payment/testing/arrival-suite.ts'
import { ccavenueLine } from './provider.server.ts'
import { openCcavenueStandIn } from './testing/stand-in.ts'

arrivalSuite('CCAvenue', async () => ({ standIn: await openCcavenueStandIn(), line: ccavenueLine }))
