//! The promises, and the tests that check them: the prefix `it::` marks tests of this binary, `lib::` unit tests
//! beside the code.

/// A guarantee and its tests.
pub struct Promise {
    pub says: &'static str,
    pub held_by: &'static [&'static str],
}

const fn promise(says: &'static str, held_by: &'static [&'static str]) -> Promise {
    Promise { says, held_by }
}

/// All promises, in the order of the page.
pub const PROMISES: &[Promise] = &[
    promise(
        "figures called exact are counted on the shingle sets; the complete join misses no pair and lists none below the threshold",
        &[
            "it::commands::every_pair_of_the_demo_has_the_figures_of_brute_force",
            "it::methods::every_method_lists_only_pairs_of_brute_force_with_equal_figures",
            "lib::candidates::exact_join::join::tests::both_algorithms_find_the_pairs_of_brute_force",
            "lib::candidates::exact_join::counting_join::tests::counts_are_the_sizes_of_the_intersections",
        ],
    ),
    promise(
        "every method lists only true pairs, with exact figures, and finds all that its definition promises",
        &[
            "it::methods::every_method_lists_only_pairs_of_brute_force_with_equal_figures",
            "it::methods::the_sorted_list_equals_brute_force_over_sketches",
            "it::methods::super_shingles_equal_brute_force_over_their_keys",
            "it::methods::simhash_tables_equal_brute_force_and_rotation_finds_a_part_of_it",
            "it::methods::simhash_and_winnowing_use_every_text_with_the_same_shingle_set",
            "it::methods::a_passage_of_the_guaranteed_length_makes_a_candidate_at_any_position",
        ],
    ),
    promise(
        "LSH makes a pair at the threshold a candidate with probability 0.99 or more, and prints its bands",
        &[
            "lib::candidates::banding::tests::the_chosen_banding_reaches_the_recall_and_no_more_selective_one_does",
            "lib::candidates::lsh::tests::the_recall_of_pairs_at_the_threshold_is_the_configured_one",
        ],
    ),
    promise(
        "an estimate is unbiased with standard error √(J(1−J)/200); each kind of sketch has the error of its own theory",
        &[
            "it::sketches::minhash_is_unbiased_with_the_error_of_the_theory",
            "it::sketches::fss_and_superminhash_are_unbiased_and_better_than_minhash",
            "it::sketches::oph_is_unbiased_but_less_accurate_on_small_sets",
            "it::sketches::few_bits_of_minhash_are_unbiased_with_the_error_of_li_and_konig",
        ],
    ),
    promise(
        "every cut of the dendrogram is the clustering at that threshold; complete and average linkage follow their definitions; a cluster's minimum and mean are over all its pairs, or over a sample whose size is reported",
        &[
            "lib::cluster::dendrogram::tests::a_cut_equals_clustering_at_that_threshold",
            "it::linkage::clusters_are_those_of_the_whole_corpus_agglomerated_at_once",
            "it::commands::clusters_carry_minimum_mean_and_maximum_over_all_pairs_of_members",
        ],
    ),
    promise(
        "the highlighted text is exactly what the score counts; what disguises a copy is marked, with the score as written and as seen",
        &[
            "lib::similarity::passages::tests::passages_cover_exactly_the_shared_shingles",
            "it::disguise::disguised_copies_are_listed_and_found_by_folding",
            "it::disguise::a_document_says_how_it_is_disguised_and_where",
            "it::disguise::side_by_side_disguises_are_marked_and_the_score_is_shown_both_ways",
        ],
    ),
    promise(
        "the same input, settings and seed give the same bytes at any number of threads, except measured times",
        &[
            "it::commands::the_same_bytes_come_out_at_any_number_of_threads",
            "it::methods::command_line::every_method_prints_the_same_bytes_at_any_number_of_threads",
        ],
    ),
    promise(
        "100,000 copies, documents without words, 165,000 files or 350 MB: a clear result in bounded time and memory, and no key waits 100 ms meanwhile",
        &[
            "it::bad_input::a_hundred_thousand_copies_are_one_cluster_whose_first_pairs_are_listed",
            "it::bad_input::repetitions_of_one_word_are_one_set_at_any_length",
            "it::bad_input::documents_without_words_are_similar_to_nothing",
            "it::bad_input::a_huge_document_is_one_among_others",
            "it::large::many_files_and_much_text_are_browsed_while_they_are_indexed",
        ],
    ),
    promise(
        "after a kill or a power cut at any step of indexing, the index is the old one, the new one or none, and the next start works",
        &[
            "it::killing::the_index_works_after_a_kill_at_any_time",
            "it::power_cut::a_first_index_survives_power_cuts",
            "it::power_cut::an_existing_index_survives_power_cuts",
        ],
    ),
    promise(
        "an interrupted run never replaces an index: readers answer from the last complete one, and documents that were read are not read again",
        &[
            "it::interrupted::a_stopped_listing_changes_nothing",
            "it::interrupted::a_stopped_first_run_makes_no_generation_and_is_continued",
            "it::interrupted::a_stopped_reading_leaves_the_old_generation_to_readers",
            "it::interrupted::a_stopped_search_for_pairs_stores_no_incomplete_list",
            "it::interrupted::an_interrupted_index_command_says_so",
            "it::killing::the_index_works_after_a_kill_at_any_time",
        ],
    ),
    promise(
        "flipped bits and files that are cut short, missing or exchanged: the right figures, or an error that names the damage; `index --check` reads everything",
        &[
            "it::damage::flipped_bits_in_any_file_never_give_a_wrong_figure",
            "it::damage::truncated_emptied_or_removed_files_never_give_a_wrong_figure",
            "lib::index::full_text::seal::tests::a_commit_names_the_files_of_its_segments_and_no_others",
            "it::generations::damage::swapped_files_are_detected",
            "it::index_folder::a_check_reads_everything_and_names_what_is_damaged",
            "it::index_folder::a_command_that_does_without_a_damaged_index_says_so",
            "it::documents_in::swapped_extracted_texts_are_detected_and_extracted_again",
            "lib::corpus::extract::kept::tests::an_outcome_is_the_same_after_packing",
        ],
    ),
    promise(
        "a folder that is not an index is never changed, no link in an index is followed, only its owner may read it; an index of another format is built again, with a message",
        &[
            "it::index_format::an_index_of_another_format_is_rebuilt_with_a_message",
            "it::index_format::an_index_whose_marker_was_emptied_cut_zeroed_or_lost_is_rebuilt",
            "it::index_format::an_index_without_a_marker_but_with_foreign_files_is_not_changed",
            "it::generations::a_folder_that_is_not_ours_is_never_touched",
            "it::index_folder::an_index_with_a_link_in_it_is_refused_and_nothing_is_changed_through_it",
            "it::index_folder::a_dangling_link_in_an_index_is_refused_and_its_target_is_not_created",
            "it::index_folder::foreign_files_in_an_index_are_never_removed",
            "it::index_folder::an_index_of_another_user_is_refused",
            "it::index_folder::a_pipe_in_an_index_is_refused_and_not_waited_for",
            "lib::index::clean::tests::only_names_of_the_programs_patterns_are_its_own",
            "it::index_folder::nobody_else_may_read_an_index_whatever_the_umask",
        ],
    ),
    promise(
        "one process writes an index at a time and is named; readers keep the generation that they have opened",
        &[
            "it::generations::a_second_writer_is_told_who_holds_the_lock",
            "it::generations::a_reader_keeps_its_generation_while_others_come_and_go",
            "it::neighbours::a_second_writer_is_told_the_process_that_holds_the_lock_and_readers_continue",
            "it::neighbours::readers_see_one_generation_or_the_next_and_nothing_between",
            "it::neighbours::the_lock_of_a_dead_process_is_taken_over",
        ],
    ),
    promise(
        "a changed file is read again, an unchanged one is not, under any spelling of the path; a query uses an index only of the same settings and files; what was not read stays listed",
        &[
            "it::incremental::a_file_changed_with_an_old_modification_time_is_read_again",
            "it::incremental::different_times_before_1970_are_distinguished",
            "it::incremental::a_file_that_replaces_a_skipped_one_is_read_however_old_it_is",
            "lib::base::stamp::tests::whole_seconds_settle_later_than_fractions",
            "it::incremental::an_unchanged_corpus_is_not_read_again_unless_requested",
            "it::incremental::only_changed_and_added_files_are_read",
            "it::incremental::unread_parts_of_an_unchanged_file_are_reported_by_every_run",
            "it::incremental::a_corpus_is_the_same_under_any_spelling_of_its_path_and_from_any_folder",
            "it::incremental::a_query_does_not_answer_from_an_index_of_other_files",
        ],
    ),
    promise(
        "no control character of a text or a name reaches the terminal, and no name of a file is a command to the editor",
        &[
            "it::hostile::no_control_sequence_of_a_file_reaches_a_terminal_on_any_screen",
            "it::hostile::no_control_sequence_of_a_file_reaches_a_terminal_from_any_command",
            "it::ways_out::editors::no_name_of_a_file_is_an_option_or_a_command_to_an_editor",
            "it::ways_out::editors::vim_runs_no_command_from_a_name_or_a_text_and_does_not_write",
        ],
    ),
    promise(
        "every file, row, page and member of an archive is read, or listed with the reason; a document that was read in part says which part is missing",
        &[
            "it::hostile::everything_is_read_or_skipped_with_its_reason",
            "it::hostile::files_that_change_while_read_do_not_affect_other_files",
            "lib::corpus::read::records::tests::damage_within_a_record_loses_nothing_silently",
            "lib::corpus::read::records::tests::records_after_damage_are_reported_as_unread",
            "it::packed::archives::data_before_a_zip_is_reported",
            "it::read_in_part::a_document_that_was_read_in_part_is_listed_by_the_command_the_report_and_the_screen",
            "it::read_in_part::a_missing_slide_is_reported_and_fails_a_strict_run",
            "it::read_in_part::truncated_pages_of_a_crawl_are_listed_as_read_in_part",
            "lib::corpus::formats::pdf::tests::a_page_with_undecodable_content_is_counted",
            "lib::corpus::formats::pdf::tests::a_page_with_unknown_characters_is_counted",
            "lib::corpus::read::rows::tests::blank_lines_of_any_number_and_kind_lose_no_row",
            "lib::corpus::read::rows::tests::endless_blank_lines_are_abandoned_at_the_time_limit",
            "lib::corpus::table::delimited::tests::rows_after_one_that_is_too_large_are_read",
            "lib::corpus::table::delimited::tests::an_unclosed_quotation_mark_is_reported",
            "it::packed::archives::a_wrong_member_count_at_the_end_of_a_zip_is_reported",
        ],
    ),
    promise(
        "a damaged or malicious file costs only itself: size, depth and time are bounded, the limit and its option are named, and no path in an archive leads out of it",
        &[
            "it::packed::archives::decompression_bombs_are_skipped_with_a_reason",
            "it::packed::tables::harmful::a_malicious_table_affects_only_itself",
            "it::packed::damaged_forms_say_what_is_missing",
            "it::documents_in::only_the_file_that_unpacks_to_too_much_is_skipped",
            "it::documents_in::unreadable_documents_are_skipped_with_the_reason",
            "it::packed::archives::archives_are_read_as_folders_and_no_member_escapes",
            "it::limits::every_limit_is_named_with_the_option_that_raises_it",
            "it::limits::a_row_that_never_ends_is_skipped_in_bounded_memory",
            "it::limits::reading_ends_although_another_process_appends_to_the_file",
        ],
    ),
    promise(
        "parsers of binary formats run in a child process that opens no file, connects to nothing and starts nothing (Linux)",
        &[
            "lib::base::sandbox::tests::the_filter_refuses_to_open_files_connect_or_start_programs",
            "it::documents_in::the_child_may_open_nothing_write_nothing_and_connect_to_nothing",
        ],
    ),
    promise(
        "every form of a corpus gives the same pairs; each document has its own id, the same in memory, in an index and after any change",
        &[
            "it::packed::every_form_of_a_corpus_gives_the_same_pairs",
            "it::packed::documents_of_every_form_can_be_read_again",
            "it::packed::mailboxes::a_mailbox_is_read_message_by_message_in_every_form",
            "it::ids::a_file_and_a_row_with_one_id_are_two_documents_and_are_reported",
            "it::ids::rows_of_a_file_get_new_ids_if_its_name_changes",
            "it::ids::after_any_changes_names_and_pairs_are_those_of_a_run_from_scratch",
            "lib::index::collection::ids::tests::ids_do_not_depend_on_segments_or_their_order",
        ],
    ),
    promise(
        "a file that changes while it is read is read in one state or listed as changed; an edited corpus is noticed, and a changed text is never shown beside old figures",
        &[
            "it::changing::a_file_that_is_replaced_after_it_was_listed_is_read_whole",
            "it::changing::a_file_written_while_its_rows_are_read_is_reported_as_changed",
            "it::changing::a_file_that_has_become_a_pipe_or_a_link_is_not_read",
            "it::changing::a_pipe_given_on_the_command_line_is_read",
            "it::neighbours::an_edited_corpus_is_noticed_and_offered_to_be_read_again",
            "it::neighbours::in_plain_mode_a_changed_text_is_reported",
        ],
    ),
    promise(
        "without file descriptors, memory, processes or disk space a run ends with a message and status 1 and the index stays complete; `--in-memory` writes no file",
        &[
            "it::shortage::without_file_descriptors_a_run_ends_with_a_message",
            "it::shortage::without_memory_a_run_ends_with_a_message",
            "lib::corpus::child::process::tests::a_limit_of_processes_is_a_shortage",
            "it::shortage::a_strict_run_fails_if_something_was_not_read_that_should_have_been",
            "it::disk::an_index_that_does_not_fit_is_an_error_and_nothing_incomplete_is_left",
            "it::disk::when_the_disk_fills_up_the_old_index_stays_whole",
            "it::disk::a_read_only_disk_serves_readers_and_gives_writers_an_error",
            "it::disk::in_memory_means_that_no_file_is_written",
        ],
    ),
    promise(
        "any bytes as document, row, page, index, labels, query or argument: an answer or an error, never a panic",
        &[
            "it::fuzz_targets::no_finding_of_the_fuzzer_causes_a_panic",
            "it::fuzz_targets::any_file_is_read_or_skipped",
            "it::fuzz_targets::any_crawl_is_read_or_skipped",
            "it::fuzz_targets::a_damaged_crawl_is_read_or_skipped",
            "it::fuzz_targets::any_rows_are_read_or_skipped",
            "it::fuzz_targets::any_message_is_read_or_skipped",
            "it::fuzz_targets::a_damaged_file_is_read_or_skipped",
            "it::fuzz_targets::any_text_has_terms",
            "it::fuzz_targets::any_query_is_searched_for",
            "it::fuzz_targets::any_labels_are_pairs_or_an_error",
            "it::fuzz_targets::any_arguments_are_understood_or_refused",
            "it::fuzz_targets::an_index_with_changed_bytes_opens_within_its_bounds_or_is_damaged",
        ],
    ),
    promise(
        "on every way out the terminal is restored, and messages are printed after that",
        &[
            "it::terminal::a_walk_through_the_demo_leaves_the_terminal_as_it_was",
            "it::terminal::without_an_alternate_screen_earlier_output_is_hidden_and_nothing_is_left",
            "it::ways_out::each_termination_signal_ends_the_program_with_a_message_after_the_restore",
            "it::ways_out::a_panic_or_an_error_is_reported_after_the_restore_with_its_report_file",
            "it::ways_out::the_panic_of_another_thread_is_reported_on_the_screen_and_the_program_continues",
            "it::ways_out::after_a_stop_and_a_continue_the_screen_is_drawn_again",
            "it::ways_out::after_sigstop_and_sigcont_the_program_takes_the_terminal_again",
            "it::ways_out::a_lost_terminal_ends_the_program_also_without_a_signal",
            "it::ways_out::a_closed_pipe_ends_the_program_without_an_error",
            "it::ways_out::fatal::every_fatal_signal_restores_the_terminal_and_is_the_exit_status",
            "it::ways_out::fatal::faults_and_aborts_are_reported_after_the_restore",
        ],
    ),
    promise(
        "every screen draws at every size from 1 × 1 to 500 × 200, sends only changes, and keeps to the colours, characters and motion that were asked for",
        &[
            "it::sizes::every_screen_at_the_smallest_sizes_and_in_the_corners",
            "it::sizes::every_screen_at_any_size",
            "it::plots::inside::plots_stay_within_any_area",
            "it::redraws::nothing_is_sent_while_nothing_changes",
            "it::redraws::a_storm_of_resizes_ends_in_the_picture_of_the_last_size",
            "it::redraws::a_key_and_a_resize_at_the_same_time_both_take_effect",
            "it::colours::each_terminal_gets_the_colours_it_has",
            "it::colours::ascii_mode_sends_only_ascii",
            "it::colours::the_screens_work_in_a_terminal_multiplexer",
            "it::redraws::without_motion_progress_comes_in_steps",
            "it::redraws::without_motion_a_command_prints_its_progress_line_by_line",
        ],
    ),
    promise(
        "the figures of the tuning screen are those of the commands; a decision that two texts are different holds for their copies and while other screens are open",
        &[
            "it::tune_screen::real::every_slider_shows_what_the_commands_print_on_the_demo",
            "it::tune_screen::real::figures_of_bands_are_those_of_verify_and_tune",
            "it::tuning_engine::with_lsh_each_threshold_shows_the_pairs_found_for_it",
            "it::review::different::decisions_treat_documents_with_the_same_shingles_as_one",
            "it::review::different::a_decision_holds_for_copies_in_other_groups_too",
            "lib::review::state::tests::a_decision_on_two_copies_does_not_hold_if_one_is_missing_or_changed",
            "it::decisions::session::decisions_of_others_count_once_accepted",
        ],
    ),
];
