import { control, useService } from './conformance/client';
import { object, SETTLED } from './conformance/expect';
import { codes, queries, register, seen, write } from './conformance/hook';
import { text, textRef } from './conformance/requests';

/** Each setting gives callbacks another form that the documentation does not rule out. */

useService();

describe('Forms of callbacks that the documentation does not rule out', () => {
	it('A callback may have a second question mark after a registered query', async () => {
		await control.settings({ callbackQuery: 'second question mark' });
		await register('unofficialStatus', '?token=secret');
		const ref = await textRef();
		await control.advance(0);

		expect(seen().map(({ url }) => url.search)).toEqual([
			expect.stringContaining(`?token=secret?ref_no=${ref}`),
		]);
	});

	it.each([
		['text/json', 'text/json'],
		['none', ''],
	])('A callback in JSON may have the content type %j', async (callbackJsonType, contentType) => {
		await control.settings({ callbackJsonType });
		await register('officialInbox');
		await write('official');
		await control.advance(0);

		expect(seen()).toMatchObject([
			{ contentType, body: expect.stringMatching(/^\{"room_id"/) as unknown },
		]);
	});

	it('A status may come in query parameters with a body of text', async () => {
		await control.settings({
			unofficialStatusMethod: 'POST',
			unofficialStatusBody: 'text',
		});
		await register('unofficialStatus');
		await text();
		await control.advance(0);

		expect([codes(), seen()]).toMatchObject([
			['Q'],
			[{ contentType: 'text/plain', body: 'Status' }],
		]);
	});

	it('A status may come in JSON', async () => {
		await control.settings({
			unofficialStatusMethod: 'POST',
			unofficialStatusBody: 'json',
		});
		await register('unofficialStatus');
		const ref = await textRef();
		await control.advance(0);

		expect(queries()).toEqual([{}]);
		expect(seen().map(({ body }) => object.parse(JSON.parse(body)))).toEqual([
			{ ref_no: ref, status: 'Q', sent_date: '', err_code: '' },
		]);
	});

	it('A status may be a word', async () => {
		await control.settings({ unofficialStatusWords: 'word' });
		await register('unofficialStatus');
		await text();
		await control.advance(SETTLED);

		expect(codes()).toEqual(['queue', 'sent', 'delivered', 'read']);
	});

	it.each([
		['iso', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
		['slashes', /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/],
		['epoch', /^\d{10}$/],
	])('A date may have the form %j if no form is documented for it', async (form, pattern) => {
		await control.settings({ callbackDates: form });
		await register('smsInbox');
		await write('sms');
		await control.advance(0);

		const [date] = seen().map(({ body }) => new URLSearchParams(body).get('receive_date'));
		expect(date).toMatch(pattern);
	});

	it.each([
		['like a room', ['room_id', 'ref_no', 'sender_number']],
		['like a report', ['ref_no', 'status']],
		['like a push', ['id', 'originator']],
		['mixed', ['id', 'originator', 'ref_no', 'status', 'room_id', 'sender_number']],
	])('A Business callback may look %s', async (businessShape, fields) => {
		await control.settings({ businessShape });
		await register('business');
		const { id } = await write('business');
		await control.advance(0);

		const [payload = {}] = seen().map(({ body }) => object.parse(JSON.parse(body)));
		expect(Object.keys(payload)).toEqual(expect.arrayContaining(fields));
		expect(payload.message_id).toBe(id);
	});
});
