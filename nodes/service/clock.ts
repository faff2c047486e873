import { field, timezones } from '../plain';

/**
 * The documentation does not name the zone of its times. A client's page shows times of the service that would lie in
 * the future if they were UTC, and fit UTC+7.
 */
export const SERVICE_TIMEZONE = 'Asia/Jakarta';

export const WORKFLOW_TIMEZONE = 'workflow';

export const timezoneField = field.choice('Timezone', 'timezone', SERVICE_TIMEZONE, {
	description: 'The time zone of the service’s clock, since it sends times without a zone',
	choices: {
		[SERVICE_TIMEZONE]: ['Asia/Jakarta (WIB)', 'The service’s clock, as far as it is known'],
		[WORKFLOW_TIMEZONE]: 'Same as the Workflow',
		...Object.fromEntries(
			timezones()
				.filter((zone) => zone !== SERVICE_TIMEZONE)
				.map((zone) => [zone, zone]),
		),
	},
});
