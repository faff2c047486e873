import { field, timezones } from '../plain';

/**
 * The documentation does not name the zone of its times. A client's page shows times of the service that would lie in
 * the future if they were UTC, and fit UTC+7.
 */
export const SERVICE_TIMEZONE = 'Asia/Jakarta';

export const WORKFLOW_TIMEZONE = 'workflow';

const IN_INDONESIA: Readonly<Record<string, string>> = {
	'Asia/Pontianak': 'WIB',
	'Asia/Makassar': 'WITA',
	'Asia/Jayapura': 'WIT',
};

const named = (zone: string) => {
	const short = IN_INDONESIA[zone];
	return { name: short === undefined ? zone : `${zone} (${short})`, value: zone };
};

export const timezoneField = field.choice(
	'Timezone',
	'timezone',
	SERVICE_TIMEZONE,
	'The time zone of the service’s clock, which is Asia/Jakarta as far as it is known. The service sends times without a zone, so if you choose the wrong one, every time in the output is hours off.',
	[
		{
			name: 'Asia/Jakarta (WIB)',
			value: SERVICE_TIMEZONE,
			description: 'The service’s clock, as far as it is known',
		},
		{ name: 'Same as the Workflow', value: WORKFLOW_TIMEZONE },
		...timezones()
			.filter((zone) => zone !== SERVICE_TIMEZONE)
			.map(named),
	],
);
