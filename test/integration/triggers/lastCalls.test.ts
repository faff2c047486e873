import type { IDataObject, ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';

import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { call, useTriggers, type Call } from '../../support/webhooks';

/** The last calls, as the panel of the trigger shows them. */

const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const SENDER = '628000007001';
const node = new MessagingServiceTrigger();
const { inbox, status } = useTriggers();
let workflows = 0;

async function shown(workflow: string, parameters: INodeParameters = {}) {
	const { resourceMapping } = node.methods;
	const context: Partial<ILoadOptionsFunctions> = {
		getCurrentNodeParameters: () => ({
			authentication: 'none',
			timezone: 'UTC',
			// n8n's editor fills in the IDs of the workflow, the node and its webhook.
			trigger: [`${workflow}triggerundefined`, 'Asia/Tokyo'],
			...parameters,
		}),
		getNode: () => ({ type: 'trigger' }) as ReturnType<ILoadOptionsFunctions['getNode']>,
	};
	// The method asks its context for nothing else.
	const { emptyFieldsNotice } = await resourceMapping.getCallbackUrl.call(
		context as ILoadOptionsFunctions,
	);
	return emptyFieldsNotice;
}

interface Received {
	parameters?: IDataObject & INodeParameters;
	token?: string;
	canTake?: () => boolean;
}

/** The lines about these calls, without their times. */
async function after(calls: readonly Call[], { parameters, ...setting }: Received = {}) {
	const workflowId = `last calls ${++workflows}`;
	const given = { events: ['pushInbox'], ...parameters };
	const server = await inbox(given, { workflowId, ...setting });
	for (const one of calls) await call(server, one);
	const [, lines = ''] = (await shown(workflowId, given)).split('<b>Last calls</b><br />');
	expect(lines).not.toMatch(/Hello|62800|4f9d/);
	return lines.split('<br />').map((line) => line.replace(/^\d\d:\d\d /, ''));
}

const message = (id: string, more: Record<string, string> = {}): Call => ({
	form: { id, originator: SENDER, msg: 'Hello', ...more },
});
const statusReport: Call = {
	json: { ref_no: '1', status: 'read', status_date: '2026-01-01 09:00:00' },
};

describe('Last calls in the panel of a trigger', () => {
	it('The newest call comes first, and a refused one says what to do', async () => {
		const calls = [{ ...message('1'), query: `token=${TOKEN}` }, message('2')];
		expect(await after(calls, { token: TOKEN })).toEqual([
			'refused: the token is missing. Register the URL with ?token= and the token of the credential at its end.',
			'accepted.',
		]);
	});

	const deep = `${'['.repeat(99)}${']'.repeat(99)}`;

	it.each<[string, Call[], Received]>([
		['repeated: this callback was accepted before', [message('1'), message('1')], {}],
		['choose Report on WhatsApp Official under Trigger On', [statusReport], {}],
		['ignored: the call has no content. Services test an address like this', [{}], {}],
		['id and originator', [{ form: { originator: SENDER, msg: 'Hello' } }], {}],
		['nested too deeply', [{ body: deep, headers: { 'content-type': 'text/plain' } }], {}],
		['add the option Other', [{ body: '<m>Hi</m>', headers: { 'content-type': 'text/xml' } }], {}],
		['refused: n8n could not start the', [message('1')], { canTake: () => false }],
	])('The panel says of a call: %s', async (words, calls, setting) => {
		expect((await after(calls, setting))[0]).toContain(words);
	});

	it.each<[string, Call, string]>([
		['a message', message('1'), 'Trigger for this URL, with Message on WhatsApp Unofficial or by'],
		['what may be of Business', { json: { message_id: 'm', text: 'Hi' } }, 'use the Messaging'],
	])('The Status Trigger names the other trigger for %s', async (_, sent, words) => {
		const workflowId = 'of a status trigger';
		const server = await status({}, { workflowId });
		await call(server, sent);
		expect(await shown(workflowId)).toContain(words);
	});

	it('The same outcome several times is one line, and at most eight lines are shown', async () => {
		const same = [1, 2, 3].map((id) => message(String(id)));
		expect(await after(same)).toEqual(['accepted (3 times).']);
		const mixed = Array.from({ length: 9 }, (_, at) => [
			message(`${at}`, { originator: `${SENDER}${at}` }),
			statusReport,
		]).flat();
		expect(await after(mixed)).toHaveLength(8);
	});

	it('Another workflow, and who knows only the ID of this one, see nothing of these calls', async () => {
		await after([message('1')]);
		for (const trigger of ['another', `last calls ${workflows}`, '']) {
			const notice = await shown('', { trigger: [trigger, 'UTC'] });
			expect(notice).not.toContain('Last calls');
		}
	});
});
